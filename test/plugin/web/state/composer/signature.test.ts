import test from 'ava'
import { emptyDraft, isBlank, type Draft } from '../../../../../plugin/web/state/composer/draft.ts'
import {
  firstCaret,
  preservedCaret,
  reopenedAs,
  writtenAs,
} from '../../../../../plugin/web/state/composer/signature.ts'

const above = { replyPlace: 'above', signaturePlace: 'above-quote' } as const
const identity = (signature: string, bcc = '') => ({
  ...{ id: 'home', version: 1, name: 'Mia', address: 'mia@home.test' },
  ...{ replyTo: '', bcc, organisation: '', signature, formattedSignature: '' },
})
const reply = (text: string): Draft => ({ ...emptyDraft('one'), mode: 'reply', text })
const quoted = '\n\nOn Monday, Bea wrote:\n> Hello\n'

test('a signature is below what is written and above the quotation', (t) => {
  const draft = writtenAs(reply(quoted), identity('Mia'), above)

  t.is(draft.text, `\n\n-- \nMia${quoted}`)
  t.is(firstCaret(draft, above), 0)
})

test('a signature is below the quotation for who wants it there', (t) => {
  const locations = { ...above, signaturePlace: 'below-quote' } as const

  t.is(writtenAs(reply(quoted), identity('Mia'), locations).text, `${quoted.trimEnd()}\n\n-- \nMia`)
})

test('who writes below the quotation starts above the signature', (t) => {
  const locations = { ...above, replyPlace: 'below' } as const
  const draft = writtenAs(reply(`${quoted.trim()}\n\n`), identity('Mia'), locations)
  const caret = firstCaret(draft, locations)

  t.is(draft.text.slice(caret), '\n\n-- \nMia')
  t.true(draft.text.slice(0, caret).endsWith('> Hello\n'))
})

test('another identity brings its signature and blind copy in the place of the former', (t) => {
  const first = writtenAs(emptyDraft('one'), identity('Mia', 'a@home.test'), above)
  const written = { ...first, text: `Dear Bea${first.text}` }

  const second = writtenAs(written, identity('Dr. Meier\nOffice', 'b@home.test'), above)
  const none = writtenAs(second, identity(''), above)

  t.is(second.text, 'Dear Bea\n\n-- \nDr. Meier\nOffice')
  t.is(second.bcc, 'b@home.test')
  t.is(none.text, 'Dear Bea')
  t.is(none.bcc, '')
})

test('a blind copy and a signature that the user changed are theirs', (t) => {
  const first = writtenAs(emptyDraft('one'), identity('Mia', 'a@home.test'), above)
  const changed = { ...first, bcc: 'own@home.test' }

  const second = writtenAs({ ...changed, text: 'no mark at all' }, identity('Dr. Meier'), above)

  t.is(second.bcc, 'own@home.test')
  t.is(second.text, 'no mark at all')
})

test('a message that holds nothing but its signature is blank', (t) => {
  t.true(isBlank(writtenAs(emptyDraft('one'), identity('Mia', 'a@home.test'), above)))
})

test('a stored draft is not signed again', (t) => {
  const stored = { ...emptyDraft('one'), mode: 'draft', text: 'Dear Bea\n\n-- \nMia' } as const

  const reopened = reopenedAs(stored, identity('Mia'))

  t.is(reopened.text, stored.text)
  t.is(reopened.signature, 'Mia')
})

const written = (text: string): Draft => ({ ...reply(text), text })

test('a signature that comes after one began to write is below those words', (t) => {
  const reply = writtenAs(written(`Dear Bea${quoted}`), identity('Mia'), above)
  const between = writtenAs(
    written('Hi\n\nBea wrote:\n> One?\nYes.\n> Two?\n'),
    identity('Mia'),
    above,
  )
  const fresh = writtenAs({ ...emptyDraft('one'), text: 'Dear Bea' }, identity('Mia'), above)
  const forward = '-------- Original message --------\nSubject: Hello\n\n> words\n'
  const passedOn = { ...emptyDraft('one'), mode: 'forward', text: `See\n\n${forward}` } as const

  t.is(reply.text, `Dear Bea\n\n-- \nMia${quoted}`)
  t.is(between.text, 'Hi\n\n-- \nMia\n\nBea wrote:\n> One?\nYes.\n> Two?\n')
  t.is(fresh.text, 'Dear Bea\n\n-- \nMia')
  t.is(writtenAs(passedOn, identity('Mia'), above).text, `See\n\n-- \nMia\n\n${forward}`)
})

test('a caret stays at its words where a signature comes, changes or goes', (t) => {
  t.is(preservedCaret('', '\n\n-- \nMia', 0), 0)
  t.is(preservedCaret('Dear\n\n-- \nMia', 'Dear\n\n-- \nDr. Meier', 4), 4)
  t.is(preservedCaret('A\n\n-- \nMia\n\n> B', 'A\n\n-- \nDr. Meier\n\n> B', 14), 20)
  t.is(preservedCaret('A\n\n-- \nMia', 'A', 10), 1)
})
