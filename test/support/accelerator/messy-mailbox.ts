import type { Dovecot } from '../dovecot/dovecot.ts'
import type { Random } from '../random.ts'
import { messyMessages } from './messy-mail.ts'

/** Lines of dovecot.conf for mailboxes as they are met: Sent is not there, and Trash not subscribed. */
const FOLDERS_AS_MET = `
namespace inbox {
  mailbox Sent {
    auto = no
  }
  mailbox Trash {
    auto = create
  }
}
`

/** By what separates the levels of names; with `/` there are folders of others, below one that only holds them. */
export const messySettings = {
  '.': FOLDERS_AS_MET,
  '/': `
namespace inbox {
  separator = /
}
namespace public {
  type = public
  separator = /
  prefix = Public/
  location = maildir:%{home}/../public:INDEXPVT=~/public
  subscriptions = no
  list = children
}
${FOLDERS_AS_MET}`,
} as const

/** Keywords as mail programs set them. */
const KEYWORDS = [
  ...['$Label1', 'NonJunk', '$MDNSent', 'css3-page', '[css3-page', 'work.x', '$Phishing'],
] as const

/** When all of it arrived: long enough ago for dates without names of days. */
const arrivedAt = Date.UTC(2026, 9, 6)

/** Messages of all kinds in INBOX, and plain ones in a folder; a folder of all users, where there is room for them. */
export async function fillMessyMailbox(
  dovecot: Dovecot,
  user: string,
  separator: string,
): Promise<void> {
  for (const raw of messyMessages().values()) {
    await dovecot.deliver(user, { raw, flags: ['\\Seen'], receivedAt: arrivedAt })
  }
  await dovecot.seed(user, 70, 'Archive')
  if (separator === '/') await dovecot.doveadm.subscribe(user, 'Public/Team')
}

/** What happens to mailboxes of the same content, at each of them alike. */
export function createMailLife(dovecot: Dovecot, users: readonly string[], random: Random) {
  const arriving = [...messyMessages(1).values()]
  let delivered = 0

  async function each(run: (user: string) => Promise<void>): Promise<void> {
    for (const user of users) await run(user)
  }

  return {
    /** A message of any kind arrives. */
    async deliver(): Promise<void> {
      const raw = arriving[delivered % arriving.length] ?? ''
      delivered += 1
      const receivedAt = Date.now()
      await each((user) => dovecot.deliver(user, { raw, receivedAt }))
    },
    /** Another program flags a message, or removes it. */
    async change(): Promise<void> {
      const at = { mailbox: 'INBOX', uid: 1 + random(arriving.length) }
      const keyword = KEYWORDS[random(KEYWORDS.length)] ?? ''
      const dice = random(3)
      await each((user) => {
        if (dice === 2) return dovecot.doveadm.expunge(user, at)
        const flag = dice === 0 ? '\\Flagged' : keyword
        return dovecot.doveadm.setFlag(user, { ...at, flag }, true)
      })
    },
  }
}
