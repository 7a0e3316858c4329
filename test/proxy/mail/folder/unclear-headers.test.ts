import test from 'ava'
import { isUnclear } from '../../../../proxy/mail/folder/unclear-headers.ts'

const date = 'Thu, 05 Nov 2026 10:00:00 +0000'
const utf8 = { type: 'text/plain', charset: 'utf-8' }

for (const [what, envelope, structure, priority, expected] of [
  ['a message as the standards have it', [date, '=?utf-8?Q?Gr=C3=BC=C3=9Fe?='], utf8, '', false],
  ['a message with a priority', [date, 'Now'], utf8, 'X-Priority: 1 (Highest)\r\n\r\n', false],
  [
    'a text without a charset',
    [date, 'Cron'],
    { type: 'text/plain', charset: undefined },
    '',
    true,
  ],
  ['a subject of 8-bit characters', [date, 'Gr\xfc\xdfe'], utf8, '', true],
  ['a subject in another charset', [date, '=?iso-8859-1?Q?Gr=FC=DFe?='], utf8, '', true],
  ['a subject with blanks beside each other', [date, 'Two  blanks'], utf8, '', true],
  [
    'a subject that the server has written as a literal',
    [date, Buffer.from('Two blanks')],
    utf8,
    '',
    true,
  ],
  ['a subject with a tab', [date, 'a\ttab'], utf8, '', true],
  ['a message without a date', [null, 'Hello'], utf8, '', true],
  ['a year of three digits', ['Thu, 05 Nov 126 10:00:00 +0000', 'Hello'], utf8, '', true],
  ['a priority that is none', [date, 'Now'], utf8, 'X-Priority: 9\r\n\r\n', true],
] as const) {
  test(`${what} is ${expected ? 'left to interpretation' : 'clear'}`, (t) => {
    t.is(isUnclear([...envelope], structure, priority), expected)
  })
}
