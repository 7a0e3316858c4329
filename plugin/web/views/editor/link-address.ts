const ADDRESS = /^[^\s@:/]+@[^\s@/]+$/
const HOST = /^[\p{L}\p{N}][\p{L}\p{N}-]*(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]|$)/u
const SCHEME = /^(https?:\/\/|mailto:|tel:)./i

/**
 * What someone typed as the target of a link, as one: with its scheme, also where only a host or an address of mail was
 * typed. undefined for what is neither, and for schemes that a message must not hold.
 */
export function linkOf(typed: string): string | undefined {
  // The field starts with the scheme, and what is pasted behind it has its own.
  const target = typed.trim().replace(/^https:\/\/(?=https?:\/\/|mailto:|tel:)/i, '')
  const bare = target.replace(/^https:\/\//i, '')
  if (ADDRESS.test(bare)) return `mailto:${bare}`
  if (SCHEME.test(target)) return URL.canParse(target) ? target : undefined
  return HOST.test(target) ? `https://${target}` : undefined
}
