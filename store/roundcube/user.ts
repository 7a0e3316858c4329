/** A user in the user table of Roundcube. */
export interface RoundcubeUser {
  readonly userId: number
  readonly username: string
  readonly mailHost: string
}

/** What Roundcube keeps of one user, as it is in the tables. */
export interface RoundcubeData {
  readonly contacts: readonly RoundcubeContact[]
  /** Of groups no one is in. */
  readonly emptyGroups: readonly string[]
  readonly collected: readonly RoundcubeCollected[]
  readonly identities: readonly RoundcubeIdentity[]
  /** Saved replies: a table since 1.6, a preference before. */
  readonly responses: readonly RoundcubeResponse[]
  /** Serialized by PHP; empty where none are kept. */
  readonly preferences: string
  readonly language: string
  /** Rows of which a value was too long to be read; the group 0 stands for memberships that are too many. */
  readonly cut: readonly RoundcubeCut[]
}

/** A row that was not read as it stands there. */
export interface RoundcubeCut {
  readonly part:
    'contact' | 'group' | 'recipient' | 'trusted-sender' | 'identity' | 'response' | 'preference'
  readonly id: number
}

export interface RoundcubeContact {
  readonly id: number
  readonly name: string
  /** Several are separated by commas. */
  readonly email: string
  readonly firstName: string
  readonly surname: string
  /** Empty: the columns are all there is. */
  readonly vcard: string
  readonly groups: readonly string[]
}

/** An address that Roundcube remembers automatically (since 1.5). */
export interface RoundcubeCollected {
  readonly id: number
  readonly name: string
  readonly email: string
  /** A user written to, or a sender whose images are shown. */
  readonly kind: 'recipient' | 'trusted-sender'
  /** Unix ms; 0 where it is not known. */
  readonly changedAt: number
}

export interface RoundcubeIdentity {
  readonly id: number
  readonly isDefault: boolean
  readonly name: string
  readonly organization: string
  readonly email: string
  readonly replyTo: string
  readonly bcc: string
  readonly signature: string
  readonly isHtml: boolean
}

export interface RoundcubeResponse {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly isHtml: boolean
}
