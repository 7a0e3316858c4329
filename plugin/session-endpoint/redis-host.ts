/** Where the session endpoint listens. */
type EndpointAddress = { readonly unix: string } | { readonly host: string; readonly port: number }

/** The endpoint as Roundcube's `redis_hosts` names a Redis: address, number of the database, password. */
export function redisHost(address: EndpointAddress, password: string | undefined): string {
  const location = redisLocation(address)
  return password === undefined ? location : `${location}:0:${password}`
}

/** The same without what is secret. */
export function redisLocation(address: EndpointAddress): string {
  return 'unix' in address ? `unix://${address.unix}` : `${address.host}:${address.port}`
}
