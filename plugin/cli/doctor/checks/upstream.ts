import { examinePanel } from '../../../panel/examine-panel.ts'
import { fine } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** The panel behind Postern, to which everything goes that is not webmail. Any answer of HTTP is one. */
export const checkUpstream: Check = async ({ config, timeoutMs, now }) => {
  const { upstream } = config.panel
  if (upstream === null) return []
  try {
    const { status } = await examinePanel({ url: upstream, place: upstream }, { timeoutMs, now })
    return [fine('panel.upstream-answers', `${upstream} answers ${status}`)]
  } catch (error) {
    const server = { id: 'panel.upstream-unreachable', server: 'the panel', section: 'panel' }
    const loss = 'every path but that of the webmail fails meanwhile'
    return [unreachable({ ...server, place: upstream, setting: 'panel.upstream', loss }, error)]
  }
}
