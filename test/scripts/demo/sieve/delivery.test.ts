import test from 'ava'
import { createDelivery } from '../../../../scripts/demo/sieve/delivery.ts'
import { createDemoScripts } from '../../../../scripts/demo/sieve/scripts.ts'

const incoming = {
  source: Buffer.from('From: a@shop.test\r\nSubject: Sale\r\n\r\nAll must go\r\n'),
  from: 'bounces@shop.test',
  to: 'me@example.test',
}

/** Where the script files the message, with the flags. */
function filed(script: string | undefined) {
  const copies: (readonly [mailbox: string, flags: readonly string[]])[] = []
  const scripts = createDemoScripts()
  if (script !== undefined) scripts.sources.set('mine', script)
  scripts.active = script === undefined ? undefined : 'mine'
  const mailboxes = {
    mailboxes: () => new Set(['INBOX', 'Geschäfte']),
    file: (mailbox: string, flags: readonly string[]) => copies.push([mailbox, flags]),
  }
  createDelivery(mailboxes, scripts)(incoming)
  return copies
}

test('without a script a message is in INBOX', (t) => {
  t.deepEqual(filed(undefined), [['INBOX', []]])
})

test('a script moves, copies, flags and deletes', (t) => {
  const require = 'require ["fileinto", "copy", "imap4flags", "envelope", "body"];'

  t.deepEqual(filed(`${require} addflag "\\\\Seen"; fileinto "Geschäfte";`), [
    ['Geschäfte', ['\\seen']],
  ])
  t.deepEqual(filed(`${require} fileinto :copy "Geschäfte";`), [
    ['Geschäfte', []],
    ['INBOX', []],
  ])
  t.deepEqual(filed(`${require} if envelope "from" "bounces@shop.test" { discard; }`), [])
  t.deepEqual(filed(`${require} if body :contains "must go" { discard; }`), [])
})

test('a folder that there is not, and an error of the script, leave a message in INBOX', (t) => {
  t.deepEqual(filed('require "fileinto"; fileinto "Elsewhere";'), [['INBOX', []]])
  t.deepEqual(filed('require "include"; include "none"; discard;'), [['INBOX', []]])
})

test('what is forwarded or refused goes nowhere', (t) => {
  t.deepEqual(filed('redirect "b@example.test";'), [])
  t.deepEqual(filed('require "reject"; reject "No.";'), [])
})
