/** The browser notes what it compiled in a task of its own, soon after the script has run. */
const frameLivesMs = 1_000

/**
 * Makes the browser keep what it has compiled of a script. Browsers do so when a script that is in their cache runs
 * for the second time (v8.dev/blog/code-caching-for-devs), and take it from the third on: the first reload would pay
 * for it before it shows the list. So the second run is here, in a frame that nobody sees and that has no state for
 * the script to work on. Does nothing where the script came out of the cache: it has run before.
 */
export function keepCompiled(window: Window, address: string): void {
  if (!cameOverNetwork(window, address)) return
  const place = window.document.createElement('div')
  place.hidden = true
  const frame = window.document.createElement('iframe')
  // Whoever looks for the frames of messages does not find this one.
  place.attachShadow({ mode: 'closed' }).append(frame)
  window.document.body.append(place)
  const inside = frame.contentDocument
  if (inside !== null) inside.head.append(moduleScript(inside, address))
  window.setTimeout(() => place.remove(), frameLivesMs)
}

/** Resource Timing: what is taken out of the browser's cache has no size on the wire. */
function cameOverNetwork({ performance }: Window, address: string): boolean {
  return performance
    .getEntriesByName(address, 'resource')
    .some((entry) => entry instanceof PerformanceResourceTiming && entry.transferSize > 0)
}

function moduleScript(document: Document, address: string): HTMLScriptElement {
  const script = document.createElement('script')
  script.type = 'module'
  Reflect.set(script, 'src', trusted(address))
  return script
}

/** Our pages take addresses of scripts from a policy only (Trusted Types, gate/cross-site.ts). */
function trusted(address: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('postern-script', { createScriptURL: () => address })
  return policy?.createScriptURL('') ?? address
}

/** Trusted Types 2.3, as much of it as is used here. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): unknown }
}
