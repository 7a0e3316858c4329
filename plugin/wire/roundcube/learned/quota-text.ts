import type { Quota } from '../../../../proxy/mail/index.ts'
import { execLine } from '../exec.ts'
import { sizeText } from '../message-row.ts'
import type { ScriptLine } from './read-answer.ts'

/** How the storage of a mailbox is told behind the first page of its list. */
export type QuotaText =
  /** Of nobody who has a limit: always the same line. */
  | { readonly kind: 'unlimited'; readonly line: string }
  /** The words before `30 KB / 20 MB (0%)` in the reader's language, and how it is drawn. */
  | { readonly kind: 'limited'; readonly words: string; readonly drawnAs: string }

/** Learns it from a `set_quota` line; undefined when that says more than storage used and allowed. */
export function learnQuotaText({ values, text }: ScriptLine): QuotaText | undefined {
  const [quota, ...others] = values
  if (others.length > 0 || typeof quota !== 'object' || quota === null) return undefined
  const { used, total, title, type }: Readonly<Record<string, unknown>> = { ...quota }
  if (used === undefined && total === undefined) return { kind: 'unlimited', line: text }
  if (typeof used !== 'number' || typeof total !== 'number') return undefined
  if (typeof title !== 'string' || typeof type !== 'string') return undefined
  const figures = figuresOf({ usedBytes: used * KIB, limitBytes: total * KIB })
  if (!title.endsWith(figures)) return undefined
  return { kind: 'limited', words: title.slice(0, -figures.length), drawnAs: type }
}

/** The line; undefined where somebody has a limit now and had none, or the other way round. */
export function writeQuota(
  known: QuotaText,
  mailbox: string,
  quota: Quota | undefined,
): string | undefined {
  if (known.kind === 'unlimited') return quota === undefined ? known.line : undefined
  if (quota === undefined) return undefined
  const percent = percentOf(quota)
  return execLine('set_quota', {
    used: quota.usedBytes / KIB,
    total: quota.limitBytes / KIB,
    percent,
    free: 100 - percent,
    type: known.drawnAs,
    folder: mailbox,
    title: known.words + figuresOf(quota),
  })
}

const KIB = 1024

function figuresOf(quota: Quota): string {
  const { usedBytes, limitBytes } = quota
  return `${sizeText(usedBytes)} / ${sizeText(limitBytes)} (${percentOf(quota)}%)`
}

function percentOf({ usedBytes, limitBytes }: Quota): number {
  return Math.min(100, Math.round((usedBytes / limitBytes) * 100))
}
