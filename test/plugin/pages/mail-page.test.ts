import test from 'ava'
import { z } from 'zod'
import { listInput, wholeMailbox } from '../../../plugin/web/wire/query.ts'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startPostern } from '../../support/postern/postern.ts'
import type { Teardown } from '../../support/process/temporary-directory.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

const html = { accept: 'text/html' }

test('the application page brings the folders and the first list by their addresses', async (t) => {
  const { client } = await signIn(t)

  const responses = firstResultsOf((await client.get('', html)).text)

  t.deepEqual([...responses.keys()].sort(), [actionAddress('folders', {}), firstListOf('INBOX')])
  const kinds = [...responses.values()].map(({ kind }) => kind)
  t.deepEqual(kinds.sort(), ['folders', 'list'])
})

test('the first list is of the mailbox that the address names', async (t) => {
  const { client } = await signIn(t)

  const responses = firstResultsOf((await client.get('?_task=mail&_mbox=Sent', html)).text)

  t.is(responses.get(firstListOf('Sent'))?.mailbox, 'Sent')
})

test('a client that takes no HTML gets the page without answers', async (t) => {
  const { client } = await signIn(t)

  t.deepEqual(firstResultsOf((await client.get('')).text), new Map())
})

test('a mail server that is silent does not keep the application page', async (t) => {
  const { client, dovecot } = await signIn(t)
  dovecot.pause()

  const page = await client.get('', html)

  dovecot.resume()
  t.is(page.status, 200)
  t.true(page.text.trimEnd().endsWith('</html>'))
  t.deepEqual(firstResultsOf(page.text), new Map())
})

test('a sign-in that requests the page is answered with it and the first list', async (t) => {
  const { client, dovecot } = await startMail(t)

  const page = await client.submitSignIn(dovecot.userName(1), dovecot.password, inPlace)

  t.is(page.status, 200)
  const kinds = [...firstResultsOf(page.text).values()].map(({ kind }) => kind)
  t.deepEqual(kinds.sort(), ['folders', 'list'])
  t.is((await client.list('INBOX')).uids.length, 3)
})

test('a sign-in that requests the page opens what the form was opened for', async (t) => {
  const { client, dovecot } = await startMail(t)
  await client.get('?_mbox=Sent', html)

  const page = await client.submitSignIn(dovecot.userName(1), dovecot.password, {
    ...inPlace,
    form: { _answer: 'page', _url: '_mbox=Sent' },
  })

  t.true(firstResultsOf(page.text).has(firstListOf('Sent')))
})

test('a refused sign-in that requests the page is answered with the form', async (t) => {
  const { client, dovecot } = await startMail(t)

  const page = await client.submitSignIn(dovecot.userName(1), 'wrong', inPlace)

  t.is(page.status, 401)
  t.regex(page.text, /"task":"login"/)
})

const inPlace = { form: { _answer: 'page' }, headers: html }

async function signIn(t: Teardown) {
  const { client, dovecot } = await startMail(t)
  await client.signIn(dovecot.userName(1), dovecot.password)
  return { client, dovecot }
}

async function startMail(t: Teardown) {
  const dovecot = await startDovecot({ t, users: 1 })
  await dovecot.seed(dovecot.userName(1), 3)
  const postern = await startPostern({
    t,
    mail: dovecot,
    config: { tuning: { requests: { firstResultsMs: 5_000 } } },
  })
  return { client: createWebmailClient(postern.base()), dovecot }
}

/** The address that the page requests it by. */
const firstListOf = (mailbox: string) =>
  actionAddress('list', listInput(wholeMailbox(mailbox, false), 1))

const response = z.object({ kind: z.string(), mailbox: z.string().optional() })

function firstResultsOf(page: string): Map<string, z.infer<typeof response>> {
  const block = /<script type="application\/json" id="postern-first">(.*?)<\/script>/s.exec(page)
  const responses: unknown = JSON.parse(block?.[1] ?? 'null')
  return new Map(Object.entries(z.record(z.string(), response).parse(responses)))
}
