import test from 'ava'
import { startListServer } from '../../support/http/list-server.ts'
import { openSignedInPage } from '../signed-in-page.ts'

const newsletter = (owner: string, subject: string, fields: readonly string[]) =>
  [
    'From: Shop News <news@shop.example>',
    `To: ${owner}`,
    `Subject: ${subject}`,
    `Message-ID: <${subject.toLowerCase()}@shop.example>`,
    ...fields,
    '',
    'Everything must go.',
    '',
  ].join('\r\n')

test.serial('a newsletter is unsubscribed from by one request of the server', async (t) => {
  let status = 500
  const list = await startListServer(t, (response) => response.writeHead(status).end())
  const url = `https://localhost:${list.port}/off`
  const { page, complaints } = await openSignedInPage(t, {
    config: { tuning: { oneClick: { port: list.port, localCertificate: list.certificate } } },
    prepare: async (dovecot, owner) => {
      for (const subject of ['Sale', 'Offer']) {
        const fields = [
          `List-Unsubscribe: <${url}?of=${subject}>`,
          'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
        ]
        const raw = newsletter(owner, subject, fields)
        await dovecot.deliver(owner, { mailbox: 'INBOX', raw, flags: [] })
      }
    },
  })
  const unsubscribe = async () => {
    const button = page.getByRole('article').getByRole('button', { name: 'Unsubscribe' })
    await button.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unsubscribe' }).click()
  }

  await page.getByRole('row', { name: /Sale/ }).click()
  await page.getByRole('heading', { name: 'Sale', exact: true }).waitFor()
  await unsubscribe()
  await page.getByText(`localhost:${list.port} did not accept`).first().waitFor()
  const link = page.getByRole('link', { name: 'Unsubscribe on website' })
  t.is(await link.getAttribute('href'), `${url}?of=Sale`)
  t.is(await link.getAttribute('rel'), 'noopener noreferrer')

  status = 202
  await page.getByRole('row', { name: /Offer/ }).click()
  await page.getByRole('heading', { name: 'Offer', exact: true }).waitFor()
  await unsubscribe()
  await page.getByText(`localhost:${list.port} accepted the request`).first().waitFor()
  await page.getByText('Unsubscribed', { exact: true }).waitFor()

  t.deepEqual(
    list.requests.map(({ method, url: path, body }) => [method, path, body]),
    ['Sale', 'Offer'].map((of) => ['POST', `/off?of=${of}`, 'List-Unsubscribe=One-Click']),
  )
  t.deepEqual(complaints, [])
})

test.serial('a list that is left by mail has the message written, and sends nothing', async (t) => {
  const fields = ['List-Unsubscribe: <mailto:off@shop.example?subject=Leave%20ann>']
  const { page, owner, sent, complaints } = await openSignedInPage(t, {
    prepare: (dovecot, user) =>
      dovecot.deliver(user, { mailbox: 'INBOX', raw: newsletter(user, 'Sale', fields), flags: [] }),
  })
  await page.getByRole('row', { name: /Sale/ }).click()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()

  await page.getByLabel('Subject').waitFor()
  t.is(await page.getByLabel('Subject').inputValue(), 'Leave ann')
  t.is(sent(owner).length, 0)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Message sent').waitFor()

  t.deepEqual(sent(owner)[0]?.to, ['off@shop.example'])
  t.deepEqual(complaints, [])
})
