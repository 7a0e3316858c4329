import type { MigrationReport } from '../../migration/run/report.ts'

/** What a user reads of one mailbox: a line of counts, and one for everything that is not here as it was there. */
export function reportText(user: string, report: MigrationReport, isDryRun: boolean): string {
  const { contacts, recipients, trustedSenders, identities, templates, preferences } = report
  const { problems, problemCount } = report
  const counts = [
    `contacts ${outcomeText(contacts)}`,
    `recipients ${outcomeText(recipients)}`,
    `trusted senders ${outcomeText(trustedSenders)}`,
    `identities ${outcomeText(identities)}`,
    `templates ${outcomeText(templates)}`,
    `preferences ${preferences.taken.length} taken`,
  ]
  const lines = [
    `${user}: ${isDryRun ? 'would be taken: ' : ''}${counts.join(', ')}`,
    ...namesLine('preferences taken', preferences.taken),
    ...namesLine('preferences chosen otherwise here', preferences.kept),
    ...namesLine('preferences without a counterpart', preferences.left),
    ...problems.map(({ part, entry, code, about }) =>
      ['  ', part, entry === '' ? '' : ` ${entry}`, `: ${code}`, about && ` (${about})`].join(''),
    ),
  ]
  if (problemCount > problems.length) lines.push(`  and ${problemCount - problems.length} more`)
  return lines.map((line) => `${line}\n`).join('')
}

function outcomeText({ added, changed, same }: MigrationReport['contacts']): string {
  return `${added} new, ${changed} completed, ${same} there already`
}

function namesLine(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`  ${what}: ${names.join(', ')}`]
}
