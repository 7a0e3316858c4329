import test from 'ava'
import fc from 'fast-check'
import { flow, unflow } from '../../../../../proxy/mail/mime/body/flowed-text.ts'

const unfolded: readonly [name: string, text: string, delSp: boolean, expected: string][] = [
  ['joins a soft break', 'one \r\ntwo\r\nthree', false, 'one two\nthree'],
  ['deletes the space with DelSp', 'one \r\ntwo', true, 'onetwo'],
  ['removes one stuffed space', '  indented\r\n From here', false, ' indented\nFrom here'],
  ['keeps quote levels apart', '> one \r\n>> two\r\n> three', false, '> one \n> > two\n> three'],
  ['joins within a quote level', '>one \r\n> two', false, '> one two'],
  ['never joins the signature', 'bye \r\n-- \r\nAnn', false, 'bye \n-- \nAnn'],
  ['reads bare LF', 'one \ntwo', false, 'one two'],
]

for (const [name, text, delSp, expected] of unfolded) {
  test(`unflow ${name}`, (t) => {
    t.is(unflow(text, { delSp }), expected)
  })
}

test('flow keeps every line short enough for a terminal when words allow', (t) => {
  const lines = flow('lorem ipsum dolor '.repeat(40)).split('\r\n')

  t.true(lines.every((line) => line.length <= 78))
})

test('flow leaves a long link in one piece', (t) => {
  const link = `https://example.test/${'a'.repeat(200)}`

  t.true(flow(`see ${link} now`).includes(link))
})

test('flow puts a space before text that looks like a quote or an mbox separator', (t) => {
  t.is(flow('From me\n indented'), ' From me\r\n  indented')
})

test('flow keeps the quotes of a reply', (t) => {
  t.is(flow('> > old\n> newer\nmine'), '>> old\r\n> newer\r\nmine')
})

test('what flow wrote, unflow reads back', (t) => {
  const word = fc.stringMatching(/^[a-zà-ÿ0-9.>-]{1,30}$/)
  const line = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '))
  const property = fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
    const text = lines.filter((each) => !each.startsWith('>') && each !== '--').join('\n')
    return unflow(flow(text), { delSp: false }) === text
  })

  t.notThrows(() => fc.assert(property))
})
