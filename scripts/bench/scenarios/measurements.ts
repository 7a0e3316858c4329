import type { Part } from './command-line.ts'
import type { SeededMail } from '../mailboxes/seed.ts'
import type { Measurement } from './compare.ts'

/** Everything both webmails are compared by, in the order of the table. */
export function measurementsOf(
  { mailboxes }: SeededMail,
  parts: ReadonlySet<Part>,
): readonly Measurement[] {
  const { huge, large, usual } = mailboxes
  const few = usual.slice(0, 8)
  const named: readonly (readonly [Part, Measurement])[] = [
    ['login', { name: 'login', operation: 'login', concurrency: 8, mailboxes: usual }],
    ['list', { name: 'list 1,000', operation: 'list', concurrency: 1, mailboxes: few }],
    ['list', { name: 'list 1,000', operation: 'list', concurrency: 8, mailboxes: usual }],
    ['list', { name: 'list 10,000', operation: 'list', concurrency: 1, mailboxes: large }],
    ['list', { name: 'list 100,000', operation: 'list', concurrency: 1, mailboxes: huge }],
    [
      'list',
      {
        name: 'list 100,000 by date, warm',
        operation: 'list',
        concurrency: 1,
        mailboxes: huge,
        sort: 'date_DESC',
      },
    ],
    ['getunread', { name: 'getunread', operation: 'getunread', concurrency: 8, mailboxes: usual }],
    ['refresh', { name: 'refresh', operation: 'refresh', concurrency: 8, mailboxes: usual }],
  ]
  return named.filter(([part]) => parts.has(part)).map(([, measurement]) => measurement)
}
