/** Responds to the support questions of the documentation. The order details are invented, and the text says so. */

const ORDER_NUMBER =
  /\border\s*(?:number|no\.?|id)?\s*(?:is|:)?\s*#?\s*([A-Z]{0,4}-?\d[\w-]*)|#([A-Z]{0,4}-?\d[\w-]*)/i
const NUMBER_ALONE = /^\W*(?:it(?:'s| is)\s+)?#?([A-Z]{0,4}-?\d{3,}[\w-]*)\W*$/i

const TOPICS = {
  refund: /\b(?:refund|money back|return (?:it|this|my)|reimburse)/i,
  order: /\b(?:orders?|packages?|parcels?|shipments?|shipping|deliver(?:y|ed)?|tracking)\b/i,
}

const findTopic = (text: string): keyof typeof TOPICS | undefined =>
  TOPICS.refund.test(text) ? 'refund' : TOPICS.order.test(text) ? 'order' : undefined

const findOrderNumber = (text: string): string | undefined => {
  const found = ORDER_NUMBER.exec(text)
  return found?.[1] ?? found?.[2]
}

/** `texts` are all user messages: the order number can be in an earlier message, or alone in the last one. */
export const respondToSupportQuestion = (texts: readonly string[]): string | undefined => {
  const question = texts.at(-1) ?? ''
  const loneNumber = NUMBER_ALONE.exec(question)?.[1]
  const topic = findTopic(question) ?? (loneNumber === undefined ? undefined : findTopic(texts.at(-2) ?? ''))
  if (topic === undefined) return undefined
  const orderId = loneNumber ?? texts.map(findOrderNumber).findLast((found) => found !== undefined)
  if (orderId === undefined) {
    return topic === 'refund'
      ? 'Which order should be refunded? Please give me the order number.'
      : 'Which order do you mean? Please give me the order number.'
  }
  return topic === 'refund'
    ? `A refund for order ${orderId} would be opened now (an invented answer: the demo model has no orders).`
    : `Order ${orderId} is on its way and arrives in two days (an invented answer: the demo model has no orders).`
}
