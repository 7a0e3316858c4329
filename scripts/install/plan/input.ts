import type { Config } from '../../../plugin/config/schema.ts'
import type { Manifest } from '../../manifest/manifest.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import type { PanelName } from '../machine/options.ts'
import type { FindOwner } from '../machine/ownership.ts'
import type { RoundcubePlan } from '../preflight/roundcube.ts'
import type { RoundcubePluginPlan } from '../preflight/roundcube-plugin.ts'
import type { Step } from '../steps/step.ts'
import type { DovecotSyntax } from '../texts/dovecot.ts'

/** What an installation is about to bring about, and from what. */
export interface PlanInput {
  readonly layout: Layout
  readonly machine: Machine
  readonly panel: PanelName
  readonly manifest: Manifest
  /** Folder of the unpacked package or of the installed release. */
  readonly source: string
  readonly config: Config
  /** Write the configuration, or leave it alone (install-config.ts). */
  readonly configSteps: readonly Step[]
  /** The Roundcube that is to keep its sessions with us no longer, and then the one that is to. */
  readonly roundcubes: readonly RoundcubePlan[]
  /** Our plugin in them, or its removal. */
  readonly roundcubePlugins: readonly RoundcubePluginPlan[]
  /** In whose words the Dovecot of this machine is told to trust us, or that it is not to; undefined: as it is. */
  readonly dovecot: DovecotSyntax | 'none' | undefined
  /** The session endpoint was turned on by this installation, and has no password yet. */
  readonly makesSessionsPassword: boolean
  readonly isRepair: boolean
  /** Why fail2ban refuses its configuration as it is before the installation; undefined when it does not. */
  readonly fail2banFault: string | undefined
  /** Hashes of what an earlier installation wrote, by path. */
  readonly shippedFiles: Readonly<Record<string, string>>
  /** Whether an earlier run registered what this command rolls back. */
  readonly isRegistered: (undo: readonly string[]) => boolean
  /** The Node to be used; undefined where the launchers look for one. */
  readonly nodeBinary: string | undefined
  readonly findOwner: FindOwner
  readonly now: () => number
}
