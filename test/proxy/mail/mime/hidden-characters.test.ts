import { create as contentDisposition } from 'content-disposition'
import test from 'ava'
import { NO_PART, type BodyNode } from '../../../../proxy/mail/mime/structure/body-structure.ts'
import { decodeHeaderText } from '../../../../proxy/mail/mime/header/encoded-word.ts'
import { parseEnvelope } from '../../../../proxy/mail/mime/header/envelope.ts'
import { messageFileName, partName } from '../../../../proxy/mail/mime/structure/part-name.ts'
import { printable } from '../../../../plugin/log/printable.ts'

/** Characters that turn others around or are not seen, as a stranger may send them. */
const TURNING = ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']
const UNSEEN = ['\u200b', '\u2060', '\ufeff', '\u00ad', '\u0085', '\u2028', '\u2029']

const raw = (text: string) => Buffer.from(text).toString('latin1')
const codeOf = (character: string) => `U+${character.charCodeAt(0).toString(16).padStart(4, '0')}`

for (const character of [...TURNING, ...UNSEEN]) {
  test(`${codeOf(character)} is no part of a subject`, (t) => {
    t.false(decodeHeaderText(raw(`invoice${character}gpj.exe`)).includes(character))
    const encoded = Buffer.from(`a${character}b`).toString('base64')
    t.false(decodeHeaderText(`=?UTF-8?B?${encoded}?=`).includes(character))
  })

  test(`${codeOf(character)} is no part of a file name`, (t) => {
    const name = partName({ ...part, filename: `invoice${character}gpj.exe` })
    t.false(name.includes(character))
    t.regex(name, /^invoice_?gpj\.exe$/)
    t.false(messageFileName(`a${character}b`).includes(character))
  })

  test(`${codeOf(character)} is escaped in the log`, (t) => {
    t.false(printable(`a${character}b`, 100).includes(character))
  })
}

test('what orders and joins letters stays in a subject', (t) => {
  const text = 'می\u200cخواهم \u200f(1) 👨\u200d👩'

  t.is(decodeHeaderText(raw(text)), text)
})

test('a name of characters that are not seen is no name', (t) => {
  t.is(partName({ ...part, filename: '\u202e\u200b' }), 'part-2.bin')
})

test('a name as long as a message is cut before its extension', (t) => {
  const name = partName({ ...part, filename: `${'😀'.repeat(20_000)}.pdf.exe` })

  t.regex(name, /^(?:😀){125}\.exe$/u)
  t.notThrows(() => contentDisposition(name))
})

test('a subject that is cut within a character ends before it', (t) => {
  const subject = Buffer.from(raw('aaa😀'), 'latin1')
  const limits = { maxAddresses: 1, maxSubjectCharacters: 4 }

  t.is(parseEnvelope([null, subject], limits).subject, 'aaa')
})

test('a file name that is cut within a character can be told to a browser', (t) => {
  const name = messageFileName(`${'a'.repeat(99)}😀`)

  t.notThrows(() => contentDisposition(name))
})

const part: BodyNode = {
  ...NO_PART,
  id: '2',
  disposition: 'attachment',
  encoding: 'base64',
  size: 1,
}
