import test from 'ava'
import { frame } from '../../../../../plugin/actions/message/frame.ts'
import { show } from '../../../../../plugin/actions/message/show.ts'
import { createRenderer } from '../../../../../proxy/mail/html/renderer.ts'
import { fakeContext } from '../../../../support/actions/fake-context.ts'
import { frameInput, oneMessage } from '../../../../support/actions/inputs.ts'
import { startDovecot, type Dovecot } from '../../../../support/dovecot/dovecot.ts'
import { openAccount } from '../../engine.ts'

let dovecot: Dovecot
const renderer = createRenderer()

test.before(async () => {
  dovecot = await startDovecot({ users: 20 })
})
test.after.always(async () => {
  await dovecot.stop()
})

/** RFC 2557 5: what an image is named by, where it is, and where the HTML and the multipart are. */
const messages: readonly {
  readonly src: string
  readonly image: string
  readonly contentId?: string
  readonly html?: string
  readonly related?: string
  readonly isShown: boolean
}[] = [
  { src: './logo.png', image: 'logo.png', isShown: true },
  { src: 'my%20logo.png', image: 'my logo.png', isShown: true },
  { src: 'cid:logo@x', image: 'logo.png', contentId: 'logo@x', isShown: true },
  { src: 'logo.png', image: 'logo.png', contentId: 'logo', isShown: true },
  {
    src: 'logo.png',
    html: 'http://x.test/a/index.html',
    image: 'http://x.test/a/logo.png',
    isShown: true,
  },
  {
    src: '/logo.png?a=1&amp;b=2',
    html: 'http://x.test/a/index.html',
    image: 'http://x.test/logo.png?a=1&b=2',
    isShown: true,
  },
  {
    src: 'http://x.test/a/logo.png',
    related: 'http://x.test/a/',
    image: 'logo.png',
    isShown: true,
  },
  {
    src: 'logo.png',
    related: 'http://x.test/a/',
    html: 'b/index.html',
    image: 'b/logo.png',
    isShown: true,
  },
  { src: 'a/logo.png', image: 'b/logo.png', isShown: false },
  { src: 'logo.png', html: 'http://x.test/a/', image: 'http://x.test/b/logo.png', isShown: false },
  { src: 'http://x.test/logo.png', image: '/logo.png', isShown: false },
]

for (const [index, message] of messages.entries()) {
  const { src, isShown, image, html = 'nowhere', related = 'nowhere' } = message
  test(`${src} in HTML at ${html} of a multipart at ${related} ${isShown ? 'shows' : 'does not show'} the image ${message.contentId ?? ''} at ${image}`, async (t) => {
    const user = index + 1
    await dovecot.deliver(dovecot.userName(user), { raw: sourceOf(message) })
    const account = openAccount(t, dovecot, user)
    const { context } = fakeContext({ account, renderer })
    const named = oneMessage('INBOX', 1)

    const page = await frame.run(frameInput(named), context)
    const requested = { ...named, isUnrendered: false, charset: undefined, isAhead: false }
    const listed = await show.run(requested, context)

    const document = page.kind === 'frame' ? page.html : ''
    t.is(document.includes('<img src="data:image/png;base64,'), isShown, document)
    const ids = listed.attachments.map(({ id }) => id)
    t.deepEqual(ids, isShown ? [] : ['2'])
  })
}

function sourceOf({ src, image, contentId, html, related }: (typeof messages)[number]): string {
  return [
    'Subject: page',
    'MIME-Version: 1.0',
    ...located(related),
    'Content-Type: multipart/related; boundary=m',
    '',
    '--m',
    'Content-Type: text/html',
    ...located(html),
    '',
    `<p>Page</p><img src="${src}">`,
    '--m',
    'Content-Type: image/png',
    'Content-Transfer-Encoding: base64',
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
    ...located(image),
    '',
    Buffer.from('png').toString('base64'),
    '--m--',
    '',
  ].join('\r\n')
}

function located(location: string | undefined): readonly string[] {
  return location === undefined ? [] : [`Content-Location: ${location}`]
}
