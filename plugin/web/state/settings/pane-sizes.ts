import type { NativePreferences } from '../../../wire/native/types.ts'
import type { Notices } from '../notice/notices.ts'
import { showPaneSize, type PaneSizeName } from './appearance.ts'
import type { SettingEdits } from './edits.ts'
import type { Settings } from './settings.ts'

/** Sizes of panes, in thousandths of the page; null is as usual. */
export interface PaneSizes {
  /** On this page alone, e.g. while a border is dragged. */
  show(name: PaneSizeName, share: number | null): void
  /** For all pages of the owner; what can not be kept is shown as it was. */
  keep(name: PaneSizeName, share: number | null): void
}

interface PaneSizesOptions {
  readonly settings: Pick<Settings, 'preferences'>
  readonly edits: Pick<SettingEdits, 'prefer' | 'problem'>
  readonly notices: Pick<Notices, 'fail'>
  readonly style: CSSStyleDeclaration
}

/** Builds them; saves are made one after the other, as each is told as a change of what stands. */
export function createPaneSizes(options: PaneSizesOptions): PaneSizes {
  const { settings, edits, notices, style } = options
  let saving: Promise<unknown> = Promise.resolve()

  async function save(name: PaneSizeName, share: NativePreferences[PaneSizeName]): Promise<void> {
    if (await edits.prefer(name, share)) return
    showPaneSize(style, name, settings.preferences.peek()[name])
    const failure = edits.problem.peek()
    if (failure !== undefined) notices.fail(failure.message)
  }

  return {
    show: (name, share) => showPaneSize(style, name, share),
    keep(name, share) {
      showPaneSize(style, name, share)
      saving = saving.then(() => save(name, share))
    },
  }
}
