// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import "./TokenLedger.sol";

/// An ordinary ERC-20.
contract TestToken is TokenLedger {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spend(from, value);
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(spender, value);
        return true;
    }
}
