import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { laterFilesOf } from '../../../plugin/http/assets/assets.ts'
import {
  cpanelInstallJson,
  cpanelWebmailYaml,
  panelFolder,
} from '../../registration/registration-files.ts'
import type { PlanInput } from './input.ts'
import type { Step } from '../steps/step.ts'
import { directoryStep, sharedDirectorySteps } from '../steps/directory.ts'
import { fileStep } from '../steps/file.ts'
import { shimAccountsStep } from '../steps/shim-accounts.ts'
import { runCommand } from '../machine/run-command.ts'

const INSTALL_PLUGIN = '/usr/local/cpanel/scripts/install_plugin'
const UNINSTALL_PLUGIN = '/usr/local/cpanel/scripts/uninstall_plugin'
const MANAGE_HOOKS = '/usr/local/cpanel/bin/manage_hooks'
const DOCUMENT_ROOT = '/usr/local/cpanel/base'
const WEBMAIL_ENTRIES = '/var/cpanel/webmail'

/** What makes Postern known to cPanel: files below its document root, the webmail entry, icon and hooks. */
export async function cpanelSteps(input: PlanInput): Promise<readonly Step[]> {
  return [
    ...(await panelFileSteps(input)),
    ...(hasShim(input) ? [shimAccountsStep(input)] : []),
    ...(await registrationSteps(input)),
    ...(input.machine.isForReal ? hookSteps(input) : []),
  ]
}

/** Keys are for real users: below a prefix there are none. */
function hasShim({ config, machine }: PlanInput): boolean {
  return machine.isForReal && config.panel.adapter === 'shim'
}

/** The files the manifest places in the panel's document root, world-readable as all of it is. */
async function panelFileSteps(input: PlanInput): Promise<readonly Step[]> {
  const { manifest, layout, source, findOwner } = input
  const ours = layout.at(join(DOCUMENT_ROOT, panelFolder(manifest.panel.mount)))
  const options = { mode: 0o755, owner: 'root', findOwner } as const
  const steps: Step[] = [
    ...sharedDirectorySteps(dirname(ours), layout.prefix),
    directoryStep(ours, options),
  ]
  for (const { path, to } of manifest.files.filter(({ panel }) => panel === 'cpanel')) {
    const content = await readFile(join(source, path), 'utf8')
    const target = layout.at(to.replace('{hash}', hashOf(content)))
    const folder = dirname(target)
    if (folder !== ours) steps.push(directoryStep(folder, options))
    const file = { mode: 0o644, owner: 'root', findOwner } as const
    steps.push(fileStep(target, content, file))
    for (const [name, later] of await laterFiles(join(source, path), content)) {
      steps.push(fileStep(join(folder, name), later.toString(), file))
    }
  }
  return steps
}

/** What a script of the browser application loads later is beside it, under its own name. */
async function laterFiles(file: string, content: string): Promise<ReadonlyMap<string, Buffer>> {
  const folder = pathToFileURL(`${dirname(file)}/`)
  return extname(file) === '.js' ? laterFilesOf(content, folder) : new Map()
}

/** As plugin/http/assets/assets.ts names its files. */
function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 12)
}

/** The webmail entry is a file; the icon is registered by a program that reads a folder, also to remove it. */
async function registrationSteps(input: PlanInput): Promise<readonly Step[]> {
  const { manifest, layout, machine, source, findOwner } = input
  const file = { mode: 0o644, owner: 'root', findOwner } as const
  const folder = join(layout.home, 'registration')
  const entry = cpanelWebmailYaml(manifest)
  const icon = cpanelInstallJson(manifest)
  const drawing = await readFile(join(source, manifest.ui.icon), 'utf8')
  const entries = layout.at(WEBMAIL_ENTRIES)
  const steps = [
    ...sharedDirectorySteps(entries, layout.prefix),
    fileStep(join(entries, entry.name), entry.text, file),
    directoryStep(folder, { mode: 0o755, owner: 'root', findOwner }),
    fileStep(join(folder, icon.name), icon.text, file),
    fileStep(join(folder, basename(manifest.ui.icon)), drawing, file),
  ]
  if (!machine.isForReal) return steps
  return [
    ...steps,
    registeredStep(input, {
      describe: "register the icon on the account owner's dashboard",
      run: [INSTALL_PLUGIN, folder],
      undo: [UNINSTALL_PLUGIN, folder],
    }),
  ]
}

function hookSteps(input: PlanInput): readonly Step[] {
  return input.manifest.hooks.map(({ category, event, stage, run }) => {
    const script = join(input.layout.current, run)
    const hook = ['script', script, '--manual']
    const when = ['--category', category, '--event', event, '--stage', stage]
    return registeredStep(input, {
      describe: `have cPanel run ${script} ${stage} ${category}::${event}`,
      run: [MANAGE_HOOKS, 'add', ...hook, ...when],
      undo: [MANAGE_HOOKS, 'delete', ...hook, ...when],
    })
  })
}

interface Registration {
  readonly describe: string
  readonly run: readonly string[]
  /** Takes it back. */
  readonly undo: readonly string[]
}

/** The panel keeps it, and tells no one whether it still has it: once is enough, but a repair tells it again. */
function registeredStep(
  { isRepair, isRegistered }: PlanInput,
  { describe, run, undo }: Registration,
): Step {
  const removal = { kind: 'run' as const, command: [...undo] }
  return {
    describe,
    isDone: async () => !isRepair && isRegistered(undo),
    planUndo: async () => removal,
    apply: async () => {
      await runCommand(run)
    },
    removal,
  }
}
