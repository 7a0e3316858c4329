import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../plugin/config/schema.ts'
import { secretsDirectoryOf } from '../../../plugin/config/secrets/service-user.ts'
import type { Layout } from '../machine/layout.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { preflightFine, preflightWarning, refusal, type PreflightFinding } from './finding.ts'

/** What to do with our plugin in the Roundcube. */
export interface RoundcubePluginPlan {
  /** The plugin's own folder among the plugins. */
  readonly folder: string
  /** What its file holds; undefined: it is to be removed. */
  readonly text: string | undefined
}

/** The plugin of an installation, before anything of it was done. */
export interface ChosenPlugin {
  /** Folder of plugins, to be remembered; null: none. */
  readonly plugins: string | null
  readonly plan: RoundcubePluginPlan | undefined
  /** Where it is to be no longer. */
  readonly former: RoundcubePluginPlan | undefined
  readonly findings: readonly PreflightFinding[]
}

interface PluginChoice {
  /** What the command line names: a folder, or `none`. */
  readonly requested: string | undefined
  /** What an earlier installation was told. */
  readonly remembered: string | null
  /** Its sessions are stored with us. */
  readonly hasRoundcube: boolean
  /** The folder of before was that of another Roundcube. */
  readonly isMoved: boolean
  readonly layout: Layout
  /** The release that is installed. */
  readonly source: string
}

/** The name of the plugin, its folder and its class. */
const PLUGIN = 'postern'

/** Whether and where the plugin is to be. Changes nothing. */
export async function chooseRoundcubePlugin(
  { requested, remembered, hasRoundcube, isMoved, layout, source }: PluginChoice,
  config: Config,
): Promise<ChosenPlugin> {
  const wanted =
    requested === 'none' || !hasRoundcube ? null : (requested ?? (isMoved ? null : remembered))
  const no = requested === undefined ? preflightWarning : refusal
  if (requested !== undefined && requested !== 'none' && !hasRoundcube) {
    return { ...NOTHING, findings: [no(SUBJECT, 'name the Roundcube as well (--roundcube DIR)')] }
  }
  const isElsewhere = remembered !== null && remembered !== wanted
  const former = isElsewhere
    ? { folder: join(layout.at(remembered), PLUGIN), text: undefined }
    : undefined
  if (wanted === null) {
    const isLeft = isMoved && remembered !== null && requested === undefined
    const left =
      'it goes with the former Roundcube: name the folder of this one (--roundcube-plugin DIR)'
    return { ...NOTHING, former, findings: isLeft ? [preflightWarning(SUBJECT, left)] : [] }
  }
  const plugins = layout.at(wanted)
  const found = await unlessMissing(stat(plugins))
  const stays = { plugins: wanted, plan: undefined, former: undefined }
  if (found?.isDirectory() !== true) {
    return { ...stays, findings: [no(SUBJECT, `${plugins} is no folder of plugins`)] }
  }
  if (secretsDirectoryOf(config) !== layout.secretsDir) {
    const reason = `its secret is made in ${layout.secretsDir}, and credentialsDir names another folder`
    return { ...stays, findings: [no(SUBJECT, reason)] }
  }
  const text = await readFile(join(source, 'plugin/roundcube-plugin/postern.php'), 'utf8')
  const folder = join(plugins, PLUGIN)
  return {
    plugins: wanted,
    plan: { folder, text },
    former,
    findings: [
      config.webmail.mode === 'accelerate'
        ? preflightFine(SUBJECT, `${folder} can hand over how lists are written`)
        : preflightWarning(SUBJECT, 'it is of use with webmail.mode "accelerate" alone'),
    ],
  }
}

const SUBJECT = 'plugin in Roundcube'
const NOTHING: ChosenPlugin = {
  plugins: null,
  plan: undefined,
  former: undefined,
  findings: [],
}
