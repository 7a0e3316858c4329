/** A number of mailboxes with the same number of messages in INBOX. */
export interface PlanGroup {
  readonly owners: number
  readonly messages: number
  /** Further empty folders, for measurements over many of them. */
  readonly extraFolders: number
}

/** Which mailboxes exist, by what they are measured for. Owners are numbered through in this order. */
export interface MailboxPlan {
  readonly huge: PlanGroup
  readonly large: PlanGroup
  readonly usual: PlanGroup
  /** Mail arrives here during `hold`. */
  readonly held: PlanGroup
  /** Mail arrives here during `push`. */
  readonly pushed: PlanGroup
}

export type PlanName = keyof MailboxPlan

/** The mailboxes of a full benchmark. */
export const fullPlan: MailboxPlan = {
  huge: { owners: 1, messages: 100_000, extraFolders: 0 },
  large: { owners: 2, messages: 10_000, extraFolders: 0 },
  usual: { owners: 32, messages: 1_000, extraFolders: 0 },
  held: { owners: 2_000, messages: 50, extraFolders: 0 },
  pushed: { owners: 1, messages: 50, extraFolders: 50 },
}

/** All groups in the order of their owners. */
export const groupNames = ['huge', 'large', 'usual', 'held', 'pushed'] as const

/** The number of every owner in a group, from 1. */
export function ownersOf(plan: MailboxPlan, name: PlanName): readonly number[] {
  const before = groupNames
    .slice(0, groupNames.indexOf(name))
    .reduce((sum, group) => sum + plan[group].owners, 0)
  return Array.from({ length: plan[name].owners }, (_, index) => before + index + 1)
}

/** The n-th login name, from 1. */
export function ownerName(n: number): string {
  return `owner${n.toString().padStart(4, '0')}@example.test`
}

/** The extra folders of a group, as IMAP names. */
export function extraFolderNames({ extraFolders }: PlanGroup): readonly string[] {
  return Array.from(
    { length: extraFolders },
    (_, index) => `Folder${(index + 1).toString().padStart(2, '0')}`,
  )
}
