// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

import "./FakeToken.sol";

/// Writes one forged Transfer log of each of many tokens, made for it, in one transaction.
contract ManyTokens {
    function forgeMany(address from, address to, uint256 count) external {
        for (uint256 i = 0; i < count; i++) new FakeToken().forge(from, to, 1_000_000);
    }
}
