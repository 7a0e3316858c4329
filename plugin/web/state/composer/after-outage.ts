import { effect, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ConnectionState } from '../session/connection.ts'
import type { ComposerStatus } from './composer-state.ts'

interface AfterOutageOptions {
  readonly status: Signal<ComposerStatus>
  readonly connection: { readonly state: ReadonlySignal<ConnectionState> }
  /** Said of a message that met the outage once it is over. */
  readonly notSent: string
}

/** Watches a save or a send that an outage has failed. */
export interface AfterOutage {
  /** This failure is an outage; what it says is no longer true once the server answers. */
  readonly failed: (action: 'save' | 'send', failure: ComposerStatus) => void
}

/**
 * Takes back what was said of an outage when it is over: nothing sends the message automatically, so its sender is told to,
 * while a draft is saved automatically.
 */
export function createAfterOutage({
  status,
  connection,
  notSent,
}: AfterOutageOptions): AfterOutage {
  let met: { readonly action: 'save' | 'send'; readonly failure: ComposerStatus } | undefined

  effect(() => {
    if (connection.state.value.kind !== 'online' || met === undefined) return
    const { action, failure } = met
    met = undefined
    // The user did something else meanwhile.
    if (status.peek() !== failure) return
    status.value = action === 'save' ? { kind: 'writing' } : { kind: 'failed', message: notSent }
  })

  return {
    failed(action, failure) {
      // It may be over before anyone was told: then the words of the failure are the only ones.
      if (connection.state.peek().kind !== 'online') met = { action, failure }
    },
  }
}
