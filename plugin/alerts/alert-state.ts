import type { Finding } from '../findings/finding.ts'

/** A finding that has become new, or has cleared. */
export interface Alert extends Finding {
  readonly state: 'new' | 'cleared'
}

interface Known {
  readonly finding: Finding
  readonly since: number
  readonly isReported: boolean
  readonly missingSince: number | undefined
}

/** Which findings are reported by now. A finding that comes and goes within `afterMs` is not. */
export function createAlertState({ afterMs }: { readonly afterMs: number }) {
  const known = new Map<string, Known>()

  function seen(finding: Finding, now: number): readonly Alert[] {
    const before = known.get(finding.id)
    const since = before?.since ?? now
    const wasReported = before?.isReported ?? false
    const isReported = wasReported || now - since >= afterMs
    known.set(finding.id, { finding, since, isReported, missingSince: undefined })
    return isReported && !wasReported ? [{ ...finding, state: 'new' }] : []
  }

  function missing(last: Known, now: number): readonly Alert[] {
    const { finding, isReported, missingSince = now } = last
    if (isReported && now - missingSince < afterMs) {
      known.set(finding.id, { ...last, missingSince })
      return []
    }
    known.delete(finding.id)
    return isReported ? [{ ...finding, state: 'cleared' }] : []
  }

  return {
    /** Takes what is found now, in Unix ms, and answers what is to be reported. */
    step(findings: readonly Finding[], now: number): readonly Alert[] {
      const bad = findings.filter(({ severity }) => severity === 'warning' || severity === 'error')
      const ids = new Set(bad.map(({ id }) => id))
      const deleted = [...known.values()].filter(({ finding }) => !ids.has(finding.id))
      return [
        ...bad.flatMap((finding) => seen(finding, now)),
        ...deleted.flatMap((last) => missing(last, now)),
      ]
    },
  }
}
