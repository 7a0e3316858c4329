import test from 'ava'
import { quoteBlocks } from '../../../../../plugin/web/views/message/quoted-text.ts'

test('quotations are distinguished by their depth', (t) => {
  t.deepEqual(quoteBlocks('mine\n> yours\n> > theirs\n>> theirs too\nmine'), [
    { depth: 0, text: 'mine' },
    { depth: 1, text: 'yours' },
    { depth: 2, text: 'theirs\ntheirs too' },
    { depth: 0, text: 'mine' },
  ])
})

test('a bare mark is an empty quoted line', (t) => {
  t.deepEqual(quoteBlocks('> a\n>\n> b'), [{ depth: 1, text: 'a\n\nb' }])
})

test('line ends of other systems are line ends', (t) => {
  t.deepEqual(quoteBlocks('a\r\nb\rc'), [{ depth: 0, text: 'a\nb\nc' }])
})
