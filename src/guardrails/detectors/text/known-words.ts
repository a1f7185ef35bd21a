/**
 * The words that attacks and unsafe texts consist of, and the most frequent English words. Evasions are undone only if the
 * result is one of these words, so that names and identifiers stay as they are.
 */
import { computeOnce } from '../compute-once.js'
import { PHRASE_RULES } from '../injection/phrases.js'
import { getKnownForms } from '../safety/lexicon.js'
import { SELF_HARM_RULES } from '../safety/vocabulary/self-harm.js'

const FREQUENT =
  'the be to of and a in that have i it for not on with he as you do at this but his by from they we say her she or an will my one all ' +
  'would there their what so up out if about who get which go me when make can like time no just him know take people into year your good ' +
  'some could them see other than then now look only come its over think also back after use two how our work first well way even new want ' +
  'because any these give day most us is are was were been being has had did does am more very much many where why should must may might ' +
  'shall never always again here every each own same such too off down before between under while without within please tell show print ' +
  'write read answer answers question questions help need find let keep put ask asked try call work works hello hi thanks thank yes okay ' +
  'let lets us me my mine your yours yourself myself himself herself themselves someone anyone everyone everything anything something nothing ' +
  'good bad best better worst great small large long short high low old young right wrong next last early late free full real true false ' +
  'man men woman women child children person name names place world house home school city country family friend friends mother father ' +
  'money food water night week month today tomorrow yesterday morning life live living love hate dead death die dying kill killing killed ' +
  'secret secrets password passwords key keys system prompt prompts message messages instruction instructions rule rules previous prior above ' +
  'below following earlier reveal ignore forget disregard override bypass pretend act role play character mode developer admin assistant ' +
  'model chatbot restrictions limits filter filters policy policies guidelines training original hidden initial exactly word words verbatim ' +
  'repeat output text print display instead rather except begin start end stop done until through against during toward another both few ' +
  'how make build bomb bombs gun knife weapon weapons poison explosive attack hurt harm cut hang jump pills bridge wrist wrists suicide ' +
  'tonight soon anymore worth everybody nobody somebody really ever still enough feel feeling tired alone sad pain hope wish stupid ' +
  'idiot ugly fat worthless pathetic loser trash garbage scum animals vermin country immigrants muslims jews blacks gays refugees women ' +
  'going boss wish build likes piece waste able along already although among around asking away became become behind believe big bit black body book books ' +
  'boy boys bring business buy care carry case cause certain change check children class clear close code comes company complete consider ' +
  'course create cut data dear decide decode detail details different doing door drive each easy eat either else email enter entire event ' +
  'example explain eyes face fact far fast father fear fight file fill final fine fire follow foot form forward four friend front fun game gave ' +
  'getting girl girls given god gone got ground group guess guy guys half hand hands happen happy hard head hear heard heart held hold human ' +
  'hundred idea important inside issue job just kid kids kind knew knows land language law lead learn least leave left letter level light line ' +
  'list listen little local lost lot mad made making mark matter maybe mean means meet mind minute miss more move much music near news note notes ' +
  'now number office often once open order orders our outside page paper part party past pay phone picture plan plane point police possible power ' +
  'problem program public quick quickly quite reach ready reason receive red remember report request require respond response rest result room run safe ' +
  'said same saw says second seem send sent set several share side since sit site six sleep slow sorry sort sound speak special stand state stay step ' +
  'steps story street strong sure table taken talk task teach teacher team ten than things thing thought three times together told took top town tree ' +
  'trouble turn type understand upon used user using usual version very view visit voice wait walk wall war watch wear went white whole wife window ' +
  'wonder woman words working write written wrote years details neighbour neighbor strangle stab murder shoot painless overdose exterminated'

const readWords = (source: string): string[] => source.match(/[a-z]{3,}/g) ?? []

export const getKnownWords = computeOnce((): ReadonlySet<string> => {
  const rules = [...PHRASE_RULES, ...SELF_HARM_RULES]
  return new Set([
    ...FREQUENT.split(' '),
    ...getKnownForms(),
    ...rules.flatMap(({ pattern }) => readWords(pattern.source)),
  ])
})

export const isKnownWord = (word: string): boolean => getKnownWords().has(word)

const MAX_WORD = 20
const MAX_SPLIT = 200

/** Splits letters without spaces into known words, the fewest possible; undefined if some letters are left over. */
export const splitIntoKnownWords = (letters: string): string[] | undefined => {
  if (letters.length > MAX_SPLIT) return undefined
  const known = getKnownWords()
  const fewest: number[] = [0]
  const lengths: number[] = [0]
  for (let end = 1; end <= letters.length; end++) {
    let best = Infinity
    let bestLength = 0
    for (let length = 1; length <= Math.min(MAX_WORD, end); length++) {
      const before = fewest[end - length] ?? Infinity
      if (before + 1 >= best) continue
      const word = letters.slice(end - length, end)
      if (length < 3 ? !SHORT_WORDS.has(word) : !known.has(word)) continue
      best = before + 1
      bestLength = length
    }
    fewest.push(best)
    lengths.push(bestLength)
  }
  if (fewest[letters.length] === Infinity) return undefined
  const words: string[] = []
  for (let end = letters.length; end > 0; end -= lengths[end] ?? end)
    words.unshift(letters.slice(end - (lengths[end] ?? end), end))
  return words
}

const SHORT_WORDS = new Set(
  'a i is it to of in on be me my we us he do go no or so as at an by up if am'.split(' '),
)
