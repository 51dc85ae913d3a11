/** Mistakes in the documented flow that show only when somebody talks to it, each with the trouble that it makes. */
import { type Changes, chip, says } from './seeded.ts';

type Mistake = {
  mistake: string;
  changes: Changes;
  /** Code and state. */
  found: string;
  /** Of the shortest conversation that shows it. */
  steps: number;
  /** Explored until one shows it; 150 if absent. */
  conversations?: number;
};

const WELCOME = '/states/welcome/template/contentMessage';
const CARD = '/states/look-up/template/contentMessage/richCard/standaloneCard/cardContent';
const LOOK_UP = '/states/look-up/transitions/-';
const onlyText = (text: string) => ({ '/states/look-up/template': { contentMessage: { text } } });

export const MISTAKES: Mistake[] = [
  {
    mistake: 'a title that is too long for a long answer',
    changes: { [`${CARD}/title`]: 'This is what we have found out about the order with the number {{ input.number }}' },
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a label that is too long for what the API says',
    changes: { [`${CARD}/suggestions/-`]: chip('welcome', '{{ data.order.body.label | default: "More" }}') },
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a text that is empty when the API says nothing',
    changes: onlyText('{{ data.order.body.text }}'),
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a text that is empty when the API cannot be reached',
    changes: { '/states/trouble/template/contentMessage/text': '{{ data.order.body.reason }}' },
    found: 'invalid_message trouble',
    steps: 2,
  },
  {
    mistake: 'a text that is empty for one status alone',
    changes: {
      [LOOK_UP]: { condition: '{% if data.order.status == 418 %}true{% endif %}', nextState: 'tea' },
      '/states/tea': says('{{ data.order.body.tea }}'),
    },
    found: 'invalid_message tea',
    steps: 2,
  },
  {
    mistake: 'a text that is empty after one word alone',
    changes: {
      [LOOK_UP]: { condition: "{% if input.number == 'refund' %}true{% endif %}", nextState: 'refund' },
      '/states/refund': says('{{ params.reason }}'),
    },
    found: 'invalid_message refund',
    steps: 2,
  },
  {
    mistake: 'a text that is empty after a word of one length',
    changes: {
      [LOOK_UP]: {
        condition: '{% assign number = input.number | strip %}{% if number.size == 12 %}true{% endif %}',
        nextState: 'account',
      },
      '/states/account': says('{{ params.owner }}'),
    },
    found: 'invalid_message account',
    steps: 2,
  },
  {
    mistake: 'a text that is empty when the user comes back',
    changes: { [`${WELCOME}/text`]: '{% unless params.seen %}Hello! What can we do for you?{% endunless %}' },
    found: 'invalid_message welcome',
    steps: 1,
  },
  {
    mistake: 'a text that is empty for a chip of yesterday',
    changes: { [`${CARD}/suggestions/-`]: chip('again', 'Again'), '/states/again': says('{{ input.number | strip }}') },
    found: 'invalid_message again',
    steps: 3,
  },
  {
    mistake: 'a card that is empty when the user shares a location',
    changes: { [`${CARD}/title`]: '{{ input.number }}', [`${CARD}/description`]: null },
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a link that a space in an answer breaks',
    changes: {
      [`${CARD}/suggestions/-`]: {
        action: { text: 'Follow', openUrlAction: { url: 'https://shop.example.com/{{ input.number }}' } },
      },
    },
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a picture of which the API has no address',
    changes: {
      [`${CARD}/media`]: { height: 'SHORT', contentInfo: { fileUrl: 'https://{{ data.order.body.host }}/a.png' } },
    },
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a number to dial that is none',
    changes: {
      [`${CARD}/suggestions/-`]: {
        action: { text: 'Call', dialAction: { phoneNumber: '{{ data.order.body.phone | default: "112" }}' } },
      },
    },
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a list that grows too long',
    changes: onlyText(
      `Your order:{% for item in data.order.body.items %} ${'a very good thing, '.repeat(20)}{{ item.name }}{% endfor %}`,
    ),
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'as many stars as the user wants',
    changes: onlyText('Here they are: {% for star in (1..input.number) %}*{% endfor %}'),
    found: 'invalid_message look-up',
    steps: 2,
  },
  {
    mistake: 'a whole response in a text',
    changes: onlyText('The shop says {{ data.order.body }}.'),
    found: 'invalid_template look-up',
    steps: 2,
  },
  {
    mistake: 'a chip that leads where the API says',
    changes: { [`${CARD}/suggestions/-`]: chip('{"nextState":"{{ data.order.body.next }}"}', 'Go on') },
    found: 'chip_leads_nowhere look-up',
    steps: 3,
  },
  {
    mistake: 'a chip that leads where the user says',
    changes: {
      [`${CARD}/suggestions/-`]: chip('size-{{ input.number | slice: 0, 5 }}', 'Go on'),
      '/states/size-s': says('S'),
      '/states/size-m': says('M'),
    },
    found: 'chip_leads_nowhere look-up',
    steps: 3,
  },
  {
    mistake: 'a circle that the API can keep going',
    changes: { [LOOK_UP]: { condition: '{% if data.order.body.busy %}true{% endif %}', nextState: 'look-up' } },
    found: 'hop_limit look-up',
    steps: 2,
  },
  {
    mistake: 'no default state',
    changes: { '/defaultState': null },
    found: 'unanswered ',
    steps: 1,
  },
  {
    mistake: 'two responses that fill the session',
    changes: {
      [`${CARD}/suggestions/-`]: chip('more'),
      '/states/more': {
        flowEntryStateId: 'welcome',
        operations: [
          {
            connectorId: 'http',
            authenticationId: 'none',
            operation: 'request',
            contextKey: 'more',
            data: { method: 'GET', url: 'https://shop.example.com/more' },
          },
        ],
        template: {
          contentMessage: {
            text: 'There is more.',
            suggestions: [chip('{"nextState":"welcome","params":{"from":"more"}}')],
          },
        },
      },
    },
    found: 'session_full ',
    steps: 4,
    conversations: 500,
  },
];
