/** English words that carry no topic. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  [
    'a an the this that these those such some any each every either neither both all no none',
    'i me my mine myself you your yours yourself he him his himself she her hers herself it its itself',
    'we us our ours ourselves they them their theirs themselves one ones who whom whose which what',
    'someone something anyone anything everyone everything nobody nothing here there where when why how',
    'am is are was were be been being do does did doing done have has had having will would shall should',
    'can could may might must ought cannot let lets get gets got getting go goes going gone',
    'not nor and or but if then else so because as than though although while until unless since whether',
    'of at by for with about against between into through during before after above below to from up down',
    'in out on off over under again further once per via without within upon among along around across toward',
    'very too also just only even still yet already ever never always often sometimes quite rather really',
    'more most less least much many few little other others another same own several enough well',
    'now today please thanks thank hello hi dear yes ok okay sure sorry maybe perhaps however therefore',
    'don doesn didn isn aren wasn weren won wouldn shouldn couldn can hasn haven hadn ll ve re im',
  ]
    .join(' ')
    .split(' '),
)
