import type { Brand } from '../branding/brands.ts'
import { requestedHost } from '../gate/requested-host.ts'
import type { RequestServices } from './services.ts'
import type { TrustedRequest } from './trusted-request.ts'

/** The brand of anyone who the page is for: before the sign-in the panel may say whose mailbox it will be. */
export function brandOf(
  { ctx, principal: { subject, mailDomain } }: TrustedRequest,
  { brands, proxies }: RequestServices,
  ownAddress = subject,
): Brand {
  const domain = ownAddress?.includes('@') === true ? ownAddress.split('@').at(-1) : mailDomain
  return brands.of(requestedHost(ctx.req, proxies), domain)
}
