const USERS = ['Ada <ada@example.org>', 'bruno@example.net', 'Zoe <a@example.com>'] as const
const SUBJECTS = ['Invoice', 'Re: Invoice', 'lunch', 'Ärger', '[list] Report'] as const

/** A letter with the n-th Message-ID. What sorts and threads depend on is drawn by chance. */
export function letter(n: number, random: () => number): string {
  const answered =
    random() < 0.4 && n > 0 ? Math.max(0, n - 1 - Math.floor(random() * 12)) : undefined
  const reference = answered === undefined ? [] : [`References: <live-${answered}@example.org>`]
  const sentAt = Date.UTC(2026, 0, 1 + Math.floor(random() * 300), 0, Math.floor(random() * 1_440))
  return [
    `From: ${pick(USERS, random)}`,
    `To: ${pick(USERS, random)}`,
    `Cc: ${pick(USERS, random)}`,
    `Subject: =?utf-8?B?${Buffer.from(pick(SUBJECTS, random)).toString('base64')}?=`,
    `Date: ${new Date(sentAt).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <live-${n}@example.org>`,
    ...reference,
    '',
    `${random() < 0.3 ? 'an elephant ' : ''}${'x'.repeat(Math.floor(random() * 400))}`,
    '',
  ].join('\r\n')
}

/** One of the choices, each as likely as the others. */
export function pick<Choice>(choices: readonly Choice[], random: () => number): Choice {
  const choice = choices[Math.floor(random() * choices.length)]
  if (choice === undefined) throw new RangeError('nothing to choose from')
  return choice
}
