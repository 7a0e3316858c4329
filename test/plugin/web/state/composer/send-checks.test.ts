import test from 'ava'
import type { ComposerQuestion } from '../../../../../plugin/web/state/composer/composer-state.ts'
import { emptyDraft, type Draft } from '../../../../../plugin/web/state/composer/draft.ts'
import {
  changedAsProposed,
  checkBeforeSending,
  createRefusedAddresses,
} from '../../../../../plugin/web/state/composer/send-checks.ts'

const complete: Draft = { ...emptyDraft('id'), to: 'ann@x.test', subject: 'Order', text: 'Ten.' }
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `user${index}@x.test`).join(', ')

function check(draft: Partial<Draft>, ...accepted: readonly ComposerQuestion[]) {
  const refused = createRefusedAddresses()
  refused.add('Bob@X.test')
  return checkBeforeSending({ ...complete, ...draft }, { accepted: new Set(accepted), refused })
}

test('nothing is asked about a complete message', (t) => {
  t.is(check({}), undefined)
})

test('a message without a recipient never goes out', (t) => {
  t.is(check({ to: ' ' }, 'recipient')?.question, 'recipient')
})

test('an address that the mail server refused is asked about, however it is written', (t) => {
  t.deepEqual(check({ bcc: 'Bob <bob@x.test>' }), { question: 'refused', about: ['bob@x.test'] })
})

test('more than ten recipients who see each other are asked about, and those of an answer to all are not', (t) => {
  t.is(check({ to: many(10) }), undefined)
  t.is(check({ to: many(10), cc: 'ann@x.test' })?.about.length, 11)
  t.is(check({ to: '', bcc: many(50) }), undefined)
  t.is(check({ mode: 'reply-all', to: many(50) }), undefined)
})

test('an answer to all is asked about where the message came as a blind copy', (t) => {
  const answer: Partial<Draft> = { mode: 'reply-all', wasBlindCopy: true, cc: 'cem@x.test' }

  t.is(check(answer)?.question, 'blindCopy')
  t.is(check({ ...answer, cc: '' }), undefined)
  t.is(check({ ...answer, mode: 'reply' }), undefined)
})

test('each question is asked once, one after the other', (t) => {
  const draft = { subject: '', text: 'The plan is attached.' }

  t.is(check(draft)?.question, 'attachment')
  t.is(check(draft, 'attachment')?.question, 'subject')
  t.is(check(draft, 'attachment', 'subject'), undefined)
})

test('what is proposed keeps every recipient, or answers the sender alone', (t) => {
  const fields = { to: 'a@x.test, b@x.test', cc: '', bcc: 'c@x.test' }

  t.deepEqual(changedAsProposed(fields, 'disclosed'), {
    to: '',
    cc: '',
    bcc: 'a@x.test, b@x.test, c@x.test',
  })
  t.deepEqual(changedAsProposed(fields, 'blindCopy'), { cc: '' })
})
