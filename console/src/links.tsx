/** Mantine's components as links of the router: same look, typed addresses, preloaded. */
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Menu,
  type MenuItemProps,
  NavLink,
  type NavLinkProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

type Native<Props> = Props &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Props> & { ref?: Ref<HTMLAnchorElement> };

export const LinkText = createLink((props: Native<AnchorProps>) => <Anchor {...props} />);
export const LinkButton = createLink((props: Native<ButtonProps>) => <Button component="a" {...props} />);
export const LinkItem = createLink((props: Native<NavLinkProps>) => <NavLink component="a" {...props} />);
export const LinkMenuItem = createLink((props: Native<MenuItemProps>) => <Menu.Item component="a" {...props} />);
