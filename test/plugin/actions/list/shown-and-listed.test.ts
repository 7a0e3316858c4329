import { text as readText } from 'node:stream/consumers'
import test from 'ava'
import fc from 'fast-check'
import type { ReadingContext } from '../../../../plugin/actions/contract/contexts.ts'
import type { NamedMessage } from '../../../../plugin/actions/input/named-messages.ts'
import { frame } from '../../../../plugin/actions/message/frame.ts'
import { show } from '../../../../plugin/actions/message/show.ts'
import { findImagePart } from '../../../../plugin/web/mail-html/image-parts.ts'
import {
  leavesOf,
  parseBodyStructure,
} from '../../../../proxy/mail/mime/structure/body-structure.ts'
import { arrangeMessage } from '../../../../proxy/mail/mime/structure/message-parts.ts'
import { createRenderer } from '../../../../proxy/mail/html/renderer.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { frameInput, oneMessage, showInput } from '../../../support/actions/inputs.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { openAccount, patient } from '../../../proxy/mail/engine.ts'
import {
  leavesOfTree,
  messageSource,
  structureText,
  trees,
  type Leaf,
  type Tree,
} from '../../../proxy/mail/message-trees.ts'
import { readValues } from '../../../proxy/mail/read-values.ts'

test('every leaf of a message is a body, a form of one, an inline image or an attachment; only a file that is shown as well is two', (t) => {
  fc.assert(
    fc.property(trees, (tree) => {
      const root = parseBodyStructure(readValues(structureText(tree))[0])
      const { html, introduction, texts, continuation, ...others } = arrangeMessage(root)
      const bodies = [...introduction, ...texts, html, ...continuation]
      return leavesOf(root).every(({ id, disposition, filename }) => {
        const isShown = bodies.some((body) => body?.id === id)
        const locations = Object.values(others)
          .flat()
          .filter((other) => other.id === id).length
        const isFile = disposition === 'inline' && filename !== undefined
        return (isShown ? 1 : 0) + locations === 1 || (isFile && isShown && locations === 1)
      })
    }),
    { numRuns: 3_000 },
  )
  t.pass()
})

test('what is shown of a message in Dovecot and what is listed are together all its parts', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  const renderer = createRenderer()
  const account = openAccount(t, dovecot, 1)
  const { context } = fakeContext({ account, renderer, limits: LIMITS })
  let uid = 0

  await fc.assert(
    fc.asyncProperty(trees, async (tree) => {
      uid += 1
      await dovecot.deliver(dovecot.userName(1), { raw: messageSource(tree) })
      const named = oneMessage('INBOX', uid)
      const message = await show.run(showInput(named), context)
      const page = message.hasHtml ? await frame.run(frameInput(named), context) : undefined
      const seen = message.text + (page?.kind === 'frame' ? page.html : '')

      const listed = new Map<string, string>()
      for (const { id } of message.attachments) {
        const { stream } = await account.part('INBOX', uid, id, patient)
        listed.set(id, await readText(stream))
      }
      const atOnce = await listedAtOnce(named, context)
      return (
        hiddenLeaves(tree, seen, listed).length === 0 &&
        atOnce.join() === message.attachments.map(({ id }) => id).join()
      )
    }),
    { numRuns: 60 },
  )
  t.pass()
})

/** What is listed of a message that is told at once, less the images that its body names. */
async function listedAtOnce(
  named: NamedMessage,
  context: ReadingContext,
): Promise<readonly string[]> {
  const message = await show.run(showInput({ ...named, isUnrendered: true }), context)
  const partOf = findImagePart(message.attachments, message.html?.base ?? null)
  const sources = message.html?.content.matchAll(/<img[^>]*?\ssrc="([^"]*)"/g) ?? []
  const shown = new Set([...sources].map(([, source = '']) => partOf(source)))
  return message.attachments.map(({ id }) => id).filter((id) => !shown.has(id))
}

const LIMITS = {
  inlineImageBytes: 11,
  inlineImagesBytes: 25,
  messageBytes: 1_000,
  recipients: 5,
  importedContacts: 1,
}

/**
 * Leaves whose words are neither on the page nor in a listed part of their section. The plain text an
 * alternative starts with may be missing where another form of it is there.
 */
function hiddenLeaves(
  tree: Tree,
  seen: string,
  listed: ReadonlyMap<string, string>,
): readonly Leaf[] {
  const leaves = leavesOfTree(tree)
  const isThere = ([id, { type, text: words }]: LeafEntry) => {
    const shown = type.startsWith('image/') ? Buffer.from(words).toString('base64') : words
    return seen.includes(shown) || listed.get(id)?.includes(words) === true
  }
  const hasOtherForm = ([id, leaf]: LeafEntry) =>
    beginnings(tree).has(leaf) &&
    leaves.some((other) => isBody(other[1]) && isThere(other) && isBeside(other[0], id))
  return leaves.filter((entry) => !isThere(entry) && !hasOtherForm(entry)).map(([, leaf]) => leaf)
}

type LeafEntry = readonly [id: string, leaf: Leaf]

function isBody({ type, disposition }: Leaf): boolean {
  return /^text\/(?:plain|html)$/.test(type) && disposition !== 'attachment'
}

function isBeside(id: string, beginning: string): boolean {
  return id !== beginning && id.startsWith(beginning.slice(0, -1))
}

/** Plain texts that an alternative starts with. */
function beginnings(tree: Tree): ReadonlySet<Leaf> {
  if (!('children' in tree)) return new Set()
  const [first] = tree.children
  const own =
    tree.subtype === 'alternative' && first !== undefined && !('children' in first) ? [first] : []
  return new Set([...own, ...tree.children.flatMap((child) => [...beginnings(child)])])
}
