import test from 'ava'
import { openSignedInPage } from '../signed-in-page.ts'

const mail = (subject: string, from: string, fields: readonly string[]) =>
  [
    ...fields,
    `From: ${from}`,
    'To: you@example.test',
    `Subject: ${subject}`,
    `Message-ID: <${subject.toLowerCase()}@bank.example>`,
    '',
    'Please act.',
    '',
  ].join('\r\n')

test.serial(
  'what a trusted server found of a sender is told in words, and a forged word is not',
  async (t) => {
    const result = (server: string, word: string) =>
      `Authentication-Results: ${server}; spf=pass smtp.mailfrom=bank.example; dmarc=${word} header.from=bank.example`
    const { page, complaints } = await openSignedInPage(t, {
      config: { webmail: { authservIds: ['mx.example.net'] } },
      prepare: async (dovecot, owner) => {
        for (const raw of [
          mail('Statement', 'Bank <info@bank.example>', [result('mx.example.net', 'pass')]),
          mail('Urgent', '"info@bank.example" <x@evil.example>', [
            result('mx.example.net', 'fail'),
            result('mx.example.net', 'pass'),
          ]),
          mail('Forged', 'Bank <info@bank.example>', [result('evil.example', 'pass')]),
        ]) {
          await dovecot.deliver(owner, { mailbox: 'INBOX', raw, flags: [] })
        }
      },
    })

    await page.getByRole('row', { name: /Statement/ }).click()
    await page.getByText('Verified', { exact: true }).click()
    await page.getByText('SPF: passed bank.example').waitFor()
    await page.getByText('DMARC: passed bank.example').waitFor()
    t.is(await page.getByRole('note').count(), 0)

    await page.getByRole('row', { name: /Urgent/ }).click()
    await page.getByText('Not verified', { exact: true }).waitFor()
    await page.getByText('This message may not come from bank.example').waitFor()
    await page
      .getByText(
        'The sender’s name shows info@bank.example, but the message is from x@evil.example.',
      )
      .waitFor()

    await page.getByRole('row', { name: /Forged/ }).click()
    await page.getByRole('heading', { name: 'Forged', exact: true }).waitFor()
    await page.getByText('Please act.').waitFor()
    t.is(await page.getByText('Verified', { exact: true }).count(), 0)
    t.deepEqual(complaints, [])
  },
)
