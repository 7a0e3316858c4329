import {
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  type BaseBlock,
} from 'asn1js'

const SIGNED_DATA = '1.2.840.113549.1.7.2'

/**
 * The entity that an opaque signature holds (RFC 8551 3.5.2, CMS `SignedData` of RFC 5652 5.1), unverified. undefined for anything
 * else, as what is encrypted.
 */
export function signedContent(der: Buffer): Buffer | undefined {
  const { result, offset } = fromBER(new Uint8Array(der))
  if (offset === -1) return undefined
  const [type, wrapped] = childrenOf(result)
  if (!(type instanceof ObjectIdentifier) || type.getValue() !== SIGNED_DATA) return undefined
  const [signedData] = childrenOf(wrapped)
  // version, digestAlgorithms, encapContentInfo
  const [, , info] = childrenOf(signedData)
  const [, content] = childrenOf(info)
  const [octets] = childrenOf(content)
  return octets instanceof OctetString ? Buffer.from(octets.getValue()) : undefined
}

function childrenOf(block: BaseBlock | undefined): readonly BaseBlock[] {
  return block instanceof Sequence || block instanceof Constructed ? block.valueBlock.value : []
}
