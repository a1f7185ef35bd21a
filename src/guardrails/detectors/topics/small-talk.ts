import { toStem } from '../text/stem.js'
import type { Word } from '../text/tokenize.js'
import { toContentWords } from './terms.js'

/** Words of greeting, thanks, agreement and continuation. */
const COURTESY =
  'hi hey hello yo howdy hiya greetings morning afternoon evening night goodbye bye farewell later cheers thanks thank thx ty appreciate ' +
  'appreciated welcome yes yeah yep yup no nope nah sure ok okay alright maybe perhaps possibly correct right exactly absolutely definitely ' +
  'certainly true false fine cool great nice perfect awesome wonderful sorry pardon excuse continue repeat understood cancel stop wait ' +
  'nevermind joke jokes funny laugh riddle haha lol wow bravo congratulations course'

/** Words without a topic that do not turn the words beside them into small talk. */
const OPENING =
  'help assistance question questions understand understood start begin anyone anybody someone again hear'

/** Words that are small talk only if they are addressed to the assistant or about it. */
const ABOUT_YOU =
  'name called call age old birthday born from live living place origin home country work working job boss employer company made make maker ' +
  'created creator built build designed designer programmed programmer developed developer invented owner human robot bot machine ai computer program person real ' +
  'alive fake actual actually secretly hobby hobbies fun free spare enjoy favorite favourite pet pets dog dogs cat cats friend friends family parents ' +
  'happy sad feel feeling feelings doing day today everything going week been help able ability things thing topics topic questions question ask kind kinds ' +
  'sort sorts stuff answer answers assist talk talking speak speaking chat chatting meet meeting met see soon again lovely pleasure best good ' +
  'much lot so very full first last use say mean exist existed long years identity interests interested capable know knowing friend buddy pal man everyone there'

const SECOND_PERSON = new Set("you your you're youre u ur yourself you've you'd you'll".split(' '))
const toStems = (list: string): Set<string> => new Set(list.split(' ').map((word) => toStem(word)))
const courtesy = toStems(COURTESY)
const opening = toStems(OPENING)
const aboutYou = toStems(ABOUT_YOU)

const MAX_WORDS = 15

/**
 * Greetings, thanks, short replies, questions about the assistant itself and follow-ups have no topic, so they are always
 * allowed. Every word must be small talk: a greeting in front of a question does not let the question through.
 */
export const isSmallTalk = (words: readonly Word[]): boolean => {
  if (words.length > MAX_WORDS) return false
  const content = toContentWords(words)
  const isAddressed = words.some(({ text }) => SECOND_PERSON.has(text))
  const isPolite = content.some(({ stem }) => courtesy.has(stem))
  return content.every(
    ({ stem }) =>
      courtesy.has(stem) || opening.has(stem) || ((isAddressed || isPolite) && aboutYou.has(stem)),
  )
}

/** Questions about what the assistant is, has or likes, or where it comes from. "Can you …" requests something else. */
const ASSISTANT_QUESTION =
  /^(?:(?:so|and|but|ok|okay|well|hey|hi|hello|please|tell me) )*(?:(?:who|whom|what|where|how|when|why|which)(?:'s)?(?: \S+){0,4} (?:you|your|yourself|you're)\b|(?:are|were|did|have) you\b|(?:is|was|are) your\b|do you (?:have|like|love|enjoy|feel|live|work|sleep|eat|own|ever|dream|get)\b|am i (?:talking|speaking|chatting) (?:to|with)\b)/
const REQUEST_WORDS =
  /\b(?:tell|give|show|find|know|recommend|suggest|think|help me|explain|get me|sell|offer|any|for me|about)\b/

/** True for questions about the assistant itself. The caller excludes questions that name another subject. */
export const isAboutAssistant = (words: readonly Word[]): boolean => {
  const joined = words.map(({ text }) => text).join(' ')
  return (
    words.length <= MAX_WORDS &&
    ASSISTANT_QUESTION.test(joined) &&
    !REQUEST_WORDS.test(joined.replace(/^.*?tell me /, ''))
  )
}
