/**
 * A way to leave a mailing list that a message names. `post`: a POST to the address is enough (RFC 8058); `page`: a page of
 * the sender; `mail`: a message to the list. Addresses are https without a user name; nothing has proved that the sender wrote them.
 */
export type UnsubscribeWay =
  | { readonly kind: 'post'; readonly url: string }
  | { readonly kind: 'page'; readonly url: string }
  | {
      readonly kind: 'mail'
      readonly to: string
      readonly subject: string
      readonly body: string
    }
