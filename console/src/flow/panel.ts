/** What each panel beside the graph of a flow receives. */
import type { Agent } from '@model/agent.ts';
import type { Turns } from '../play/use-playing.ts';
import type { FlowSearch } from '../search.ts';
import type { FlowState } from './graph.ts';

export type PanelProps = {
  agent: Agent;
  search: FlowSearch;
  onSearch: (search: FlowSearch) => void;
  /** How many states have changes that are not saved. */
  unsaved: number;
  /** As they are edited. */
  states: FlowState[];
  /** What a played conversation did. */
  onPlayed: (turns: Turns) => void;
};
