import test from 'ava'
import { openDemo } from './demo-session.ts'

test('a user comes from the panel to the mail, reads, writes and finds the copy', async (t) => {
  const { user, task, call } = await openDemo(t)
  t.is(task, 'mail')

  const newest = (await call('list', { mailbox: 'INBOX' })).rows[0]
  t.is(newest?.subject, 'Re: Sunday')

  const shown = await call('show', { mailbox: 'INBOX', uid: newest?.uid ?? 0 })
  t.regex(shown.text, /plum cake/)

  const sent = await call('send', {
    composeId: 'walk-0001',
    to: user,
    subject: 'A note to myself',
    text: 'Buy plums.',
  })
  t.is(sent.filedIn, 'Sent')

  for (const mailbox of ['Sent', 'INBOX']) {
    const { rows } = await call('list', { mailbox })
    t.is(rows[0]?.subject, 'A note to myself', mailbox)
  }
})

test('the invitation of the demo is accepted, and its mailbox remembers that', async (t) => {
  const { user, call } = await openDemo(t)
  const { rows } = await call('list', { mailbox: 'INBOX' })
  const uid = rows.find(({ subject }) => subject === 'Invitation: Boathouse evening')?.uid ?? 0
  const named = { mailbox: 'INBOX', uid }

  const { event } = await call('invitation', named)
  t.is(event?.answersAs?.address, user)
  const reply = { ...named, composeId: 'walk-0002', answer: 'accepted' } as const
  t.like(await call('reply-invitation', reply), { answer: 'accepted', isNoted: true })

  t.is((await call('invitation', named)).event?.answer, 'accepted')
})

test('a filter that a user of the demo makes files what they send themselves', async (t) => {
  const { user, call } = await openDemo(t)
  const { etag } = await call('filters', {})
  const rule = {
    name: 'Plums',
    match: 'any',
    conditions: [
      {
        kind: 'text',
        field: { kind: 'subject' },
        comparison: 'contains',
        values: ['plums'],
      },
    ],
    actions: [{ kind: 'flag' }, { kind: 'move', mailbox: 'Projects/Boathouse' }],
  } as const
  await call('save-filters', {
    etag,
    change: { kind: 'entries', entries: [{ kind: 'rule', rule }] },
  })

  await call('send', {
    composeId: 'walk-0002',
    to: user,
    subject: 'Buy plums',
    text: 'Two pounds.',
  })

  const { rows } = await call('list', { mailbox: 'Projects/Boathouse' })
  t.is(rows[0]?.subject, 'Buy plums')
  t.true(rows[0]?.flags.includes('\\Flagged'))
  t.not((await call('list', { mailbox: 'INBOX' })).rows[0]?.subject, 'Buy plums')
})
