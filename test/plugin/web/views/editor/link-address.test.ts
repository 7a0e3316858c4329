import test from 'ava'
import { linkOf } from '../../../../../plugin/web/views/editor/link-address.ts'

test('the target of a link is completed by its scheme, and what a message must not hold is none', (t) => {
  const targets = {
    'https://a.test/b': 'https://a.test/b',
    'https://http://a.test': 'http://a.test',
    ' www.a.test?c ': 'https://www.a.test?c',
    'münchen.test:8080/': 'https://münchen.test:8080/',
    'robin@a.test': 'mailto:robin@a.test',
    'https://robin@a.test': 'mailto:robin@a.test',
    'tel:+49301': 'tel:+49301',
    'javascript:alert(1)': undefined,
    'https://data:text/html,x': undefined,
    hello: undefined,
    '': undefined,
  }
  const found = Object.keys(targets).map((typed) => [typed, linkOf(typed)])
  t.deepEqual(Object.fromEntries(found), targets)
})
