// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

interface Token {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Pays twice in one transaction from the caller's allowance: two real Transfer logs in one receipt.
contract BatchPayer {
    function payTwice(address token, address to, uint256 first, uint256 second) external {
        Token(token).transferFrom(msg.sender, to, first);
        Token(token).transferFrom(msg.sender, to, second);
    }
}
