import { text as textOf } from 'node:stream/consumers'
import test from 'ava'
import { frame } from '../../../../plugin/actions/message/frame.ts'
import { get } from '../../../../plugin/actions/part/get.ts'
import { show } from '../../../../plugin/actions/message/show.ts'
import { viewsource } from '../../../../plugin/actions/part/viewsource.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { BodyTooLarge, type Renderer } from '../../../../proxy/mail/html/renderer.ts'
import { messageOf, partOf } from '../../../support/actions/fake-account.ts'
import { fakeContext, type FakeContext } from '../../../support/actions/fake-context.ts'
import { memoryBook, contactNamed } from '../../../support/contacts/contact-book.ts'
import { frameInput, oneMessage, showInput } from '../../../support/actions/inputs.ts'

const NAMED = oneMessage('INBOX', 3)

function shown({ context }: FakeContext, isUnrendered = false) {
  return show.run(showInput({ ...NAMED, isUnrendered }), context)
}

function framed({ context }: FakeContext, showRemoteContent = false) {
  return frame.run(frameInput({ showRemoteContent }), context)
}

const tooLarge = new BodyTooLarge('The body is too large')

/** A renderer of which every body is too large, but for its words. */
const refusing: Renderer = {
  frame: () => Promise.reject(tooLarge),
  imagesOf: () => Promise.reject(tooLarge),
  textOf: async (html) => `text of ${html}`,
  markupOf: () => Promise.reject(tooLarge),
  quotableOf: () => Promise.reject(tooLarge),
}

/** A renderer that no one should ask. */
const unasked: Renderer = {
  frame: () => Promise.reject(new Error('asked for a frame')),
  imagesOf: () => Promise.reject(new Error('asked for images')),
  textOf: () => Promise.reject(new Error('asked for a text')),
  markupOf: () => Promise.reject(new Error('asked for markup')),
  quotableOf: () => Promise.reject(new Error('asked for markup')),
}

test('showing a message changes no flag', async (t) => {
  const fake = fakeContext()

  await shown(fake)

  t.deepEqual(fake.mail.calls, [['message', 'INBOX', 3]])
})

test('a message of HTML only is shown by its text', async (t) => {
  const fake = fakeContext()
  fake.mail.message = messageOf({ text: undefined, html: '<b>Hi</b>' })

  t.like(await shown(fake), { text: 'text of <b>Hi</b>', hasHtml: true })
})

test('a body says whether its authors are contacts, where that lets images of other servers be shown', async (t) => {
  const { book } = await memoryBook([contactNamed('Bea', 'bea@example.org')])
  const fake = fakeContext({ contacts: book })
  const isFromContact = async (address: string): Promise<boolean | undefined> => {
    const message = messageOf({ html: '<b>Hi</b>' })
    const { row } = message
    const summary = { ...row.summary, from: [{ name: 'Bea', address }] }
    fake.mail.message = { ...message, row: { ...row, summary } }
    const result = await shown(fake, true)
    return result.html?.isFromContact
  }
  const before = await isFromContact('bea@example.org')
  const change = { name: 'remoteImages', seen: 'ask', wanted: 'contacts' }
  await fake.context.settings.savePreferences([change])

  t.false(before)
  t.true(await isFromContact('Bea@Example.org'))
  t.false(await isFromContact('carl@example.org'))
})

for (const html of [
  '<img src="https://example.org/p.png">',
  '<img src=//example.org/p.png>',
  '<td background = "http://example.org/p.png">',
  '<p style="background:url(https://example.org/p.png)">',
]) {
  test(`${html} counts as remote content`, async (t) => {
    const fake = fakeContext()
    fake.mail.message = messageOf({ html })

    t.like(await shown(fake), { hasRemoteContent: true })
  })
}

test('an image that comes along is no remote content', async (t) => {
  const fake = fakeContext()
  fake.mail.message = messageOf({ html: '<a href="https://example.org"><img src="cid:a"></a>' })

  t.like(await shown(fake), { hasRemoteContent: false })
})

function withImages(
  fake: FakeContext,
  images: readonly (readonly [string, string, number])[],
): void {
  const parts = images.map(([contentId, type, bytes], index) => ({
    part: partOf(`${index + 2}`, { contentId, filename: contentId, type, size: bytes }),
    content: Buffer.alloc(bytes, 'x'),
  }))
  const html = images.map(([contentId]) => `<img src="cid:${contentId}">`).join('')
  fake.mail.parts = new Map(parts.map((entry) => [entry.part.id, entry]))
  fake.mail.message = messageOf({ html, inlineParts: parts.map(({ part }) => part) })
}

test('an inline image goes into the frame as a data: URL', async (t) => {
  const fake = fakeContext()
  withImages(fake, [['logo@x', 'image/png', 3]])

  const result = await framed(fake)

  t.true(result.kind === 'frame' && result.html.includes('["logo@x","data:image/png;base64,eHh4"]'))
})

test('a picture that is declared as a file of no type is shown by what its bytes say, and stays listed', async (t) => {
  const fake = fakeContext()
  withImages(fake, [['pic@x', 'application/octet-stream', 9]])
  const unknown = await framed(fake)
  const [[id, entry] = ['', undefined]] = fake.mail.parts
  if (entry === undefined) throw new Error('no part')
  const content = Buffer.from('89504e470d0a1a0a00', 'hex')
  fake.mail.parts = new Map([[id, { ...entry, content }]])

  const png = await framed(fake)
  const listed = await shown(fake)

  t.false(unknown.kind === 'frame' && unknown.html.includes('data:'))
  t.true(png.kind === 'frame' && png.html.includes('["pic@x","data:image/png;base64,'))
  t.is(listed.attachments.length, 1)
})

test('a message says how many of its parts are not listed', async (t) => {
  const fake = fakeContext()
  fake.mail.message = messageOf({ partsLeftOut: 8_001 })

  t.like(await shown(fake), { partsLeftOut: 8_001, isTruncated: false })
})

test('an image over its limit, past the limit of all, or of an unsafe type is left out', async (t) => {
  const fake = fakeContext()
  withImages(fake, [
    ['big', 'image/png', 11],
    ['one', 'image/png', 8],
    ['two', 'image/png', 8],
    ['svg', 'image/svg+xml', 1],
  ])

  const result = await framed(fake)

  const html = result.kind === 'frame' ? result.html : ''
  t.is(html.match(/data:image/g)?.length, 1)
  t.true(html.includes('["one","data:'))
})

test('images the frame leaves out are listed, and those it shows are not', async (t) => {
  const fake = fakeContext()
  withImages(fake, [
    ['big', 'image/png', 11],
    ['one', 'image/png', 8],
    ['svg', 'image/svg+xml', 1],
  ])

  const result = await shown(fake)

  t.deepEqual(
    result.attachments.map(({ filename }) => filename),
    ['big', 'svg'],
  )
})

test('every image beside a body that is too large is listed', async (t) => {
  const fake = fakeContext({ renderer: refusing })
  withImages(fake, [['one', 'image/png', 8]])

  const result = await shown(fake)

  t.is(result.attachments.length, 1)
})

test('a message is told at once: its own text, and every part that is no body', async (t) => {
  const fake = fakeContext({ renderer: unasked })
  withImages(fake, [
    ['big', 'image/png', 11],
    ['one', 'image/png', 8],
  ])

  const result = await shown(fake, true)
  t.is(result.text, 'Hello')
  t.is(result.isTextMissing, undefined)
  t.deepEqual(
    result.attachments.map(({ filename, imageNames }) => [filename, imageNames]),
    [
      ['big', undefined],
      ['one', ['one']],
    ],
  )
})

test('a message of HTML only is told at once without its text', async (t) => {
  const fake = fakeContext({ renderer: unasked })
  fake.mail.message = messageOf({ text: undefined, html: '<b>Hi</b>' })

  t.like(await shown(fake, true), {
    text: '',
    isTextMissing: true,
    html: { content: '<b>Hi</b>', base: null, isFromContact: false },
  })
})

test('the frame shows images within their limits', async (t) => {
  const fake = fakeContext()
  withImages(fake, [
    ['big', 'image/png', 11],
    ['one', 'image/png', 8],
  ])

  const result = await framed(fake)

  t.true(result.kind === 'frame' && result.html.includes('["one","data:image/png;base64,'))
  t.false(result.kind === 'frame' && result.html.includes('["big","data:'))
})

test('remote images are shown only when requested', async (t) => {
  const fake = fakeContext()
  fake.mail.message = messageOf({ html: '<p>' })

  const without = await framed(fake)
  const withImagesShown = await framed(fake, true)

  t.true(without.kind === 'frame' && without.html.endsWith(' false'))
  t.true(withImagesShown.kind === 'frame' && withImagesShown.html.endsWith(' true'))
})

test('a body that is too large is framed as escaped text under a policy that allows nothing', async (t) => {
  const fake = fakeContext({ renderer: refusing })
  fake.mail.message = messageOf({ text: '<script>alert(1)</script>', html: '<p>' })

  const result = await framed(fake)

  if (result.kind !== 'frame') throw new Error(`answered ${result.kind}`)
  t.true(result.html.includes('&lt;script&gt;alert(1)&lt;/script&gt;'))
  t.regex(result.policy, /^default-src 'none'.* sandbox$/)
})

test('a body that is too large says so above its words', async (t) => {
  const fake = fakeContext({ renderer: refusing })
  fake.mail.message = messageOf({ text: undefined, html: 'The words' })

  const result = await framed(fake)

  if (result.kind !== 'frame') throw new Error(`answered ${result.kind}`)
  t.regex(result.html, /too complex to display as HTML.*<pre>text of The words<\/pre>/)
})

test('a message without HTML has no frame', async (t) => {
  const error = await t.throwsAsync(async () => framed(fakeContext()), { instanceOf: Refusal })

  t.is(error.code, 'not_found')
})

const served = [
  ['image/png', false, 'image/png', 'inline'],
  ['image/png', true, 'image/png', 'attachment'],
  ['image/svg+xml', false, 'application/octet-stream', 'attachment'],
  ['text/html', false, 'application/octet-stream', 'attachment'],
  ['application/pdf', false, 'application/octet-stream', 'attachment'],
] as const

for (const [type, isDownload, servedAs, disposition] of served) {
  test(`${type} ${isDownload ? 'to be saved' : 'to be seen'} is served as ${disposition} ${servedAs}`, async (t) => {
    const fake = fakeContext()
    fake.mail.parts = new Map([['2', { part: partOf('2', { type }), content: Buffer.from('x') }]])

    const result = await get.run({ ...NAMED, partId: '2', isDownload }, fake.context)

    t.like(result, { kind: 'stream', type: servedAs, disposition, filename: 'report.pdf' })
  })
}

test('the source of a message is plain text', async (t) => {
  const result = await viewsource.run({ ...NAMED, isDownload: false }, fakeContext().context)

  if (result.kind !== 'stream') throw new Error(`answered ${result.kind}`)
  t.is(result.type, 'text/plain; charset=UTF-8')
  t.is(await textOf(result.stream), 'Subject: x\r\n\r\n')
})
