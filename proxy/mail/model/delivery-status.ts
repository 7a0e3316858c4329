/** The field of a stored draft whose sender asks to be told whether it was delivered; what is sent asks in its envelope (RFC 3461). */
export const DELIVERY_STATUS_FIELD = 'X-Postern-Delivery-Status'
