import type { FiltersContext } from '../../../plugin/actions/contract/contexts.ts'
import { SieveFault } from '../../../proxy/mail/sieve/client/sieve-fault.ts'

/** Filters in memory, of a server that takes every script. */
export function fakeFilters(source = ''): NonNullable<FiltersContext['filters']> {
  let present = { source, etag: '1', isActive: source !== '', extensions: new Set(['fileinto']) }
  return {
    read: () => Promise.resolve(present),
    async save(etag, make) {
      if (etag !== present.etag) throw new SieveFault('script_changed', 'roundcube')
      const next = String(Number(etag) + 1)
      const made = await make(present.source)
      present = { ...present, source: made.text, etag: next, isActive: true }
      return { stored: present, made }
    },
  }
}
