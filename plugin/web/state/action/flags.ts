import type { MarkFlag } from '../../wire/inputs.ts'

/** True when the message has been read. */
export function isSeen(flags: readonly string[]): boolean {
  return flags.includes('\\Seen')
}

/** True when the message carries the star. */
export function isFlagged(flags: readonly string[]): boolean {
  return flags.includes('\\Flagged')
}

/** True when the message was answered. */
export function isAnswered(flags: readonly string[]): boolean {
  return flags.includes('\\Answered')
}

/** True when the message was passed on (RFC 5788, `$Forwarded`). */
export function isForwarded(flags: readonly string[]): boolean {
  return flags.includes('$Forwarded')
}

/** What a mark does to the flags of a message. */
export function flagEdit(flag: MarkFlag): (flags: readonly string[]) => readonly string[] {
  switch (flag) {
    case 'read':
      return (flags) => [...without(flags, '\\Seen'), '\\Seen']
    case 'unread':
      return (flags) => without(flags, '\\Seen')
    case 'flagged':
      return (flags) => [...without(flags, '\\Flagged'), '\\Flagged']
    case 'unflagged':
      return (flags) => without(flags, '\\Flagged')
  }
}

/** The mark that takes a mark back. */
export function oppositeFlag(flag: MarkFlag): MarkFlag {
  return OPPOSITES[flag]
}

const OPPOSITES = {
  read: 'unread',
  unread: 'read',
  flagged: 'unflagged',
  unflagged: 'flagged',
} as const

function without(flags: readonly string[], flag: string): readonly string[] {
  return flags.filter((other) => other !== flag)
}
