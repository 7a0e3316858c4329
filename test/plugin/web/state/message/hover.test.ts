import { signal } from '@preact/signals'
import test from 'ava'
import { createHover } from '../../../../../plugin/web/state/message/hover.ts'
import type { NativeMessageName } from '../../../../../plugin/wire/native/types.ts'

const named = (uid: number): NativeMessageName => ({ mailbox: 'INBOX', uidValidity: '1', uid })

/** A pointer over a list, and the messages that are being fetched for it. */
function pointerOver() {
  const opened = signal<NativeMessageName | undefined>(undefined)
  const requested: { readonly uid: number; readonly abort: AbortSignal }[] = []
  const hover = createHover({
    cache: { prefetch: ({ uid }, abort) => void requested.push({ uid, abort }) },
    opened,
    restMs: 0,
  })
  const wanted = () => requested.filter((each) => !each.abort.aborted).map(({ uid }) => uid)
  return { hover, opened, wanted }
}

test('a message is given up once the pointer rests on another one', (t) => {
  const { hover, wanted } = pointerOver()

  hover.press(named(3))
  hover.press(named(2))

  t.deepEqual(wanted(), [2])
})

test('the open message is fetched on while the pointer goes to another one', (t) => {
  const { hover, opened, wanted } = pointerOver()
  hover.press(named(3))
  opened.value = named(3)

  hover.leave()
  hover.press(named(2))

  t.deepEqual(wanted(), [3, 2])
})

test('a message that was opened is given up once another one is opened', (t) => {
  const { hover, opened, wanted } = pointerOver()
  hover.press(named(3))
  opened.value = named(3)

  opened.value = named(2)

  t.deepEqual(wanted(), [])
})
