import type { Quota } from '../../../../proxy/mail/index.ts'
import { execLine } from '../exec.ts'
import type { ScriptLine } from './read-response.ts'
import { learnedSizeText, type SeenSize, type SizeUnits } from './size-units.ts'

/** How the storage of a mailbox is told behind the first page of its list. */
export type QuotaText =
  /** Of no one who has a limit: always the same line. */
  | { readonly kind: 'unlimited'; readonly line: string }
  /** The words before `30 KB / 20 MB (0%)` in the reader's language, and how it is drawn. */
  | { readonly kind: 'limited'; readonly words: string; readonly drawnAs: string }

/** Learns it from a `set_quota` line; undefined when that says more than storage used and allowed. */
export function learnQuotaText(line: ScriptLine): QuotaText | undefined {
  const quota = quotaIn(line)
  if (quota === undefined) return undefined
  const { used, total, title, type } = quota
  if (used === undefined && total === undefined) return { kind: 'unlimited', line: line.text }
  const [, words] = FIGURES.exec(String(title)) ?? []
  if (words === undefined || typeof type !== 'string') return undefined
  return { kind: 'limited', words, drawnAs: type }
}

/** The sizes that it shows. */
export function seenInQuota(line: ScriptLine): readonly SeenSize[] {
  const { used, total, title } = quotaIn(line) ?? {}
  const [, , usedText, totalText] = FIGURES.exec(String(title)) ?? []
  if (typeof used !== 'number' || typeof total !== 'number') return []
  if (usedText === undefined || totalText === undefined) return []
  return [
    [used * KIB, usedText],
    [total * KIB, totalText],
  ]
}

function quotaIn({ values }: ScriptLine): Readonly<Record<string, unknown>> | undefined {
  const [quota, ...others] = values
  if (others.length > 0 || typeof quota !== 'object' || quota === null) return undefined
  return { ...quota }
}

/** Words, `30 KB / 20 MB (0%)`. */
const FIGURES = /^(.*?)(\d\S* \S+) \/ (\d\S* \S+) \(\d+%\)$/s

/** The line; undefined where a user has a limit now and had none, the other way round, or a unit was not seen yet. */
export function writeQuota(
  known: QuotaText,
  mailbox: string,
  { quota, sizes }: { readonly quota: Quota | undefined; readonly sizes: SizeUnits },
): string | undefined {
  if (known.kind === 'unlimited') return quota === undefined ? known.line : undefined
  const figures = quota === undefined ? undefined : figuresOf(quota, sizes)
  if (quota === undefined || figures === undefined) return undefined
  const percent = percentOf(quota)
  return execLine('set_quota', {
    used: quota.usedBytes / KIB,
    total: quota.limitBytes / KIB,
    percent,
    free: 100 - percent,
    type: known.drawnAs,
    folder: mailbox,
    title: known.words + figures,
  })
}

const KIB = 1024

function figuresOf(quota: Quota, sizes: SizeUnits): string | undefined {
  const used = learnedSizeText(sizes, quota.usedBytes)
  const limit = learnedSizeText(sizes, quota.limitBytes)
  if (used === undefined || limit === undefined) return undefined
  return `${used} / ${limit} (${percentOf(quota)}%)`
}

function percentOf({ usedBytes, limitBytes }: Quota): number {
  return Math.min(100, Math.round((usedBytes / limitBytes) * 100))
}
