import test from 'ava'
import { composeSource } from '../../../../proxy/mail/submission/build-message.ts'
import { outgoing } from './outgoing.ts'

const options = {
  keepBcc: false,
  hostname: 'webmail.example.test',
  now: () => 0,
  random: (bytes: number) => Buffer.alloc(bytes, 0xab),
}
const base64 = Buffer.from('GIF89a of a signature').toString('base64')
const html = `<p>Hi</p><img alt="a>b" src="data:image/gif;base64,${base64}"><img src="data:image/gif;base64,${base64}">`

test('an image whose bytes stand in the markup goes out as a part beside it, once', async (t) => {
  const { source } = await composeSource(outgoing({ html }), options)

  const text = source.toString()
  t.regex(text, /multipart\/alternative[^]*multipart\/related[^]*image\/gif; name=image1\.gif/)
  t.is(text.split(base64).length, 2)
  t.regex(text, new RegExp(`Content-Id: <${'ab'.repeat(12)}@sender\\.test>`, 'i'))
  t.is(text.replaceAll('=\r\n', '').split(`src=3D"cid:${'ab'.repeat(12)}@sender.test"`).length, 3)
  t.notRegex(text, /data:image/)
})

test('a draft keeps the bytes in its markup, by which its signature is found', async (t) => {
  const { source } = await composeSource(outgoing({ html }), { ...options, keepBcc: true })

  t.true(
    source
      .toString()
      .replaceAll('=\r\n', '')
      .includes(`data:image/gif;base64,${base64.slice(0, 20)}`),
  )
  t.notRegex(source.toString(), /multipart\/related/)
})

test('what stays for the sender of a message that was sent has its forms', async (t) => {
  const sent = { ...options, keepBcc: true, isWaiting: true }

  const { source } = await composeSource(outgoing({ html }), sent)

  t.regex(source.toString(), /multipart\/related/)
})
