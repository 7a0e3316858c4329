/** What we read otherwise than Python, on purpose. */
interface Difference {
  readonly ours: string
  readonly reason: string
}

const BLANKS = 'Python puts a blank of its own around encoded words, where the sender wrote none'
const MORE_BLANKS = 'a blank of the sender beside the one that Python puts around encoded words'
const LENIENT = 'Python refuses the header; its words can be read'

/** By the raw header. */
export const differences: ReadonlyMap<string, Difference> = new Map<string, Difference>([
  ['=?utf-8*en?Q?tagged?=', { ours: 'tagged', reason: `${LENIENT}: a language (RFC 2231 5)` }],
  ['a=?utf-8?Q?b?=c', { ours: 'abc', reason: BLANKS }],
  ['=?utf-8?Q?a?=b=?utf-8?Q?c?=', { ours: 'abc', reason: BLANKS }],
  ['=?no-such-charset?Q?abc?=', { ours: 'abc', reason: `${LENIENT}: the charset is guessed` }],
  [
    '=?us-ascii?Q?a?= =?iso-8859-1?Q?=E9?= =?utf-8?Q?=C3=A9?=',
    { ours: 'aéé', reason: 'blanks between encoded words are no text (RFC 2047 6.2)' },
  ],
  [
    '=?utf-7?Q?+AOk?= =?utf-7?Q?+APY?=',
    { ours: 'éö', reason: `${LENIENT}: each word begins anew (RFC 2047 5)` },
  ],
  ['"=?utf-8?Q?quoted?=" <a@b.test>', { ours: '"quoted" <a@b.test>', reason: BLANKS }],
  ['tab\there', { ours: 'tab here', reason: 'a header is shown on one line, with blanks only' }],
  [
    'Re: =?us-ascii?B?cGxhaW4gd29yZHM=?= (end)',
    { ours: 'Re: plain words (end)', reason: MORE_BLANKS },
  ],
  ['Re: =?us-ascii?B?MSArIDEgPSAy?= (end)', { ours: 'Re: 1 + 1 = 2 (end)', reason: MORE_BLANKS }],
])
