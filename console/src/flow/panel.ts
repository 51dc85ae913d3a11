/** What each panel beside the graph of a flow receives. */
import type { Agent } from '@model/agent.ts';
import type { FlowSearch } from '../search.ts';

export type PanelProps = {
  agent: Agent;
  search: FlowSearch;
  onSearch: (search: FlowSearch) => void;
  /** How many states have changes that are not saved. */
  unsaved: number;
};
