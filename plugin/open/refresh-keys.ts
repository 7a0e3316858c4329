import type { KeyRing } from '../../store/index.ts'
import type { OperationalLog } from '../log/operational-log.ts'

/** Keys that cannot be read leave the present ones in place: anyone who asked finds that out automatically. */
export async function refreshAndReport(keys: KeyRing, log: OperationalLog): Promise<void> {
  const before = keys.newest.kid
  try {
    await keys.refresh()
    if (keys.newest.kid !== before) log.info({ newest: keys.newest.kid }, 'keys read again')
  } catch (err) {
    log.error({ err }, 'keys not read again: going on as before')
  }
}
