import test from 'ava'
import {
  originalWithin,
  putAbove,
  writtenAbove,
} from '../../../../proxy/mail/model/original-below.ts'
import { composeSource } from '../../../../proxy/mail/submission/build-message.ts'
import { outgoing } from './outgoing.ts'

const options = {
  hostname: 'webmail.sender.test',
  now: () => 0,
  random: (bytes: number) => Buffer.alloc(bytes),
}
const written = outgoing({ text: 'Bold', html: '<b>Bold</b>' })

test('what was written with its looks has both forms, the richer one last', async (t) => {
  const { source } = await composeSource(written, { ...options, keepBcc: false })

  t.regex(
    String(source),
    /multipart\/alternative[^]*text\/plain[^]*Bold[^]*text\/html[^]*<b>Bold<\/b>/,
  )
})

test('only a draft says that it was written with its looks', async (t) => {
  const draft = await composeSource(written, { ...options, keepBcc: true })
  const plain = await composeSource(outgoing(), { ...options, keepBcc: true })
  const sent = await composeSource(written, { ...options, keepBcc: false })

  t.regex(String(draft.source), /^X-Postern-Format: html\r$/m)
  t.notRegex(String(plain.source) + String(sent.source), /X-Postern-Format/)
})

test('the mark of a forwarded message in what was written ends nothing early', (t) => {
  const html = putAbove('above<hr class="postern-original">more', 'below')

  t.is(writtenAbove(html), 'above<hr>more')
  t.is(originalWithin(html), 'below')
})
