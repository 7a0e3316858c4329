import { createConversation, type Conversation } from '../../state/conversation/conversation.ts'
import type { App } from '../app.ts'
import { foundOf } from './found-of.ts'
import { addKeyBindings, type KeyBinding } from '../keyboard.ts'
import { oncePerApp } from './once-per-app.ts'

/** The conversation of the open message. */
export const conversationOf = oncePerApp(createInPage)

function createInPage(app: App): Conversation {
  const conversation = createConversation({ ...app, settleMs: 300, againMs: 2_000 })
  foundOf(app)
  const front = app.front.peek()
  if (front !== undefined) {
    // What is open need not be a message of the list.
    const rowOf: typeof front.rowOf = (name) => front.rowOf(name) ?? conversation.rowOf(name)
    app.front.value = { ...front, rowOf }
  }
  addKeyBindings(app, keysFor(conversation))
  return conversation
}

/** As in Gmail. */
function keysFor({ earlier, later, step }: Conversation): readonly KeyBinding[] {
  return [
    {
      keys: ['n'],
      label: (text) => text.keyNextInConversation,
      isActive: () => later.peek().length > 0,
      run: () => step(1),
    },
    {
      keys: ['p'],
      label: (text) => text.keyPreviousInConversation,
      isActive: () => earlier.peek().length > 0,
      run: () => step(-1),
    },
  ]
}
