import type { BackendId } from '../config/sections/health.ts'
import { failed, type Finding } from './finding.ts'

interface ExaminedBackend {
  readonly id: BackendId
  readonly name: string
  readonly state: 'up' | 'down'
  readonly detail: string
}

/** The backends that do not answer, but for the database: the store says more of that (store-findings.ts). */
export function backendFindings(backends: readonly ExaminedBackend[]): readonly Finding[] {
  return backends
    .filter(({ id, state }) => id !== 'database' && state === 'down')
    .map(({ id, name, detail }) =>
      failed(
        `backend.${id}`,
        `${name} does not answer: ${detail}`,
        'postern doctor says what to do',
      ),
    )
}
